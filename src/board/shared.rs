//! Tables as a resource that is cheap to share between worlds.

use bevy_ecs::prelude::Resource;
use std::ops::Deref;
use std::sync::Arc;

/// Tables that many worlds share.
#[derive(Resource, Debug)]
pub struct Shared<T: Send + Sync + 'static>(Arc<T>);

impl<T: Send + Sync> Shared<T> {
    /// Tables to be shared.
    pub fn new(tables: T) -> Shared<T> {
        Shared(Arc::new(tables))
    }
}

impl<T: Send + Sync> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(self.0.clone())
    }
}

impl<T: Send + Sync> Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}
