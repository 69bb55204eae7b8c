//! Runs systems one at a time.

use bevy_ecs::prelude::World;
use bevy_ecs::system::{CachedSystemId, IntoSystem, SystemId, SystemInput};

/// Runs a system, registering it the first time. `World::run_system_cached_with` does the same, but it takes its entry for the system out of the
/// world and puts it back each time, which takes longer than most rules do.
pub(crate) fn run<I: SystemInput + 'static, O: 'static, M, S: IntoSystem<I, O, M> + 'static>(world: &mut World, system: S, input: I::Inner<'_>) -> O {
    let id = match world.get_resource::<CachedSystemId<S>>() {
        Some(known) => SystemId::from_entity(known.entity),
        None => world.register_system_cached(system),
    };
    world.run_system_with(id, input).expect("a system asks only for what is installed when a game begins")
}
