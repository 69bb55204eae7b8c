//! How systems are run one at a time.

use bevy_ecs::prelude::World;
use bevy_ecs::system::{CachedSystemId, IntoSystem, SystemId, SystemInput};

/// Runs a system, which is registered the first time. As `World::run_system_cached_with` does, but that takes its note of the system out of the world and
/// puts it back each time, which takes longer than most rules do.
pub(crate) fn run<I: SystemInput + 'static, O: 'static, M, S: IntoSystem<I, O, M> + 'static>(world: &mut World, system: S, input: I::Inner<'_>) -> O {
    let id = match world.get_resource::<CachedSystemId<S>>() {
        Some(known) => SystemId::from_entity(known.entity),
        None => world.register_system_cached(system),
    };
    world.run_system_with(id, input).expect("a system asks only for what is installed when a game begins")
}
