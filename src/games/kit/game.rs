//! The methods of [`Game`](crate::games::Game) that are the same in every game.

/// Methods of [`Game`](crate::games::Game) that only run a system of the game, and those that are the same for all: its tables are read and
/// put in force, its orders are read, and its charts know who stands on the ground.
macro_rules! answers {
    ($game:ident { $($method:ident: $system:path,)* }) => {
        fn load(&self, files: &crate::board::Files) -> Result<crate::games::Rules, crate::board::read::Faults> {
            crate::games::load(crate::games::Title::$game, files, crate::games::kit::read::<$game>)
        }

        fn swap(&self, world: &mut bevy_ecs::prelude::World, rules: &crate::games::Rules) {
            crate::games::install(world, rules, rules.own::<crate::games::kit::Charts<$game>>());
        }

        fn is_ground(&self, world: &bevy_ecs::prelude::World, unit: crate::board::UnitId) -> bool {
            crate::games::kit::Printed::is_ground(&world.resource::<crate::games::kit::Charts<$game>>().printed[unit.at()])
        }

        fn read_order(&self, reading: &crate::board::read::Reading<'_>, node: &crate::board::read::Node<'_>) -> Option<crate::games::Order> {
            reading.value(node).map(crate::games::Order::$game)
        }

        $(crate::games::kit::answer!($method $game $system);)*
    };
}

/// One method of a game.
macro_rules! answer {
    (settle $game:ident $system:path) => {
        fn settle(&self, world: &mut bevy_ecs::prelude::World) {
            crate::games::run(world, $system, ());
        }
    };
    (prompt $game:ident $system:path) => {
        fn prompt(&self, world: &mut bevy_ecs::prelude::World, list: &mut crate::games::List) {
            crate::games::run(world, $system, list);
        }
    };
    (offer $game:ident $system:path) => {
        fn offer(&self, world: &mut bevy_ecs::prelude::World, units: &[crate::board::UnitId], list: &mut crate::games::List) {
            crate::games::run(world, $system, (list, units));
        }
    };
    (heuristic_scores $game:ident $system:path) => {
        fn heuristic_scores(&self, world: &mut bevy_ecs::prelude::World, side: crate::board::Side, orders: Vec<crate::games::Order>) -> Vec<i32> {
            let own = |order| if let crate::games::Order::$game(order) = order { Some(order) } else { None };
            crate::games::run(world, $system, (side, orders.into_iter().filter_map(own).collect()))
        }
    };
    (warning $game:ident $system:path) => {
        fn warning(&self, world: &mut bevy_ecs::prelude::World, order: &crate::games::Order) -> Option<crate::board::Warning> {
            let crate::games::Order::$game(order) = order else { return None };
            crate::games::run(world, $system, order.clone())
        }
    };
    (suppose $game:ident $system:path) => {
        fn suppose(
            &self,
            world: &mut bevy_ecs::prelude::World,
            side: crate::board::Side,
            hex: crate::board::Hex,
            units: &[crate::board::UnitId],
        ) -> Vec<(crate::board::UnitId, crate::board::Illegal)> {
            crate::games::run(world, $system, (side, hex, units.to_vec()))
        }
    };
    (standing $($rest:tt)*) => { crate::games::kit::answer!(@ standing() -> crate::board::Standing, $($rest)*); };
    (overfull $($rest:tt)*) => { crate::games::kit::answer!(@ overfull() -> Vec<crate::board::Hex>, $($rest)*); };
    (layers_hold $($rest:tt)*) => { crate::games::kit::answer!(@ layers_hold() -> bool, $($rest)*); };
    (alternation $($rest:tt)*) => { crate::games::kit::answer!(@ alternation() -> Option<(crate::board::TrackId, bool)>, $($rest)*); };
    (open_preview $($rest:tt)*) => { crate::games::kit::answer!(@ open_preview(side: crate::board::Side) -> Option<crate::board::Preview>, $($rest)*); };
    (common_preview $($rest:tt)*) => { crate::games::kit::answer!(@ common_preview(side: crate::board::Side) -> Option<crate::board::Preview>, $($rest)*); };
    (preview $($rest:tt)*) => { crate::games::kit::answer!(@ preview(side: crate::board::Side) -> Option<crate::board::Preview>, $($rest)*); };
    (known_to $($rest:tt)*) => { crate::games::kit::answer!(@ known_to(side: crate::board::Side) -> Vec<bool>, $($rest)*); };
    (visible_kinds $($rest:tt)*) => { crate::games::kit::answer!(@ visible_kinds(side: crate::board::Side) -> Vec<&'static str>, $($rest)*); };
    (zone $($rest:tt)*) => { crate::games::kit::answer!(@ zone(side: crate::board::Side) -> Vec<crate::board::Hex>, $($rest)*); };
    (own_zone $($rest:tt)*) => { crate::games::kit::answer!(@ own_zone(side: crate::board::Side) -> Vec<crate::board::Hex>, $($rest)*); };
    (possible_zone $($rest:tt)*) => { crate::games::kit::answer!(@ possible_zone(side: crate::board::Side) -> Vec<crate::board::Hex>, $($rest)*); };
    (air_cover $($rest:tt)*) => { crate::games::kit::answer!(@ air_cover(side: crate::board::Side) -> Vec<crate::board::Hex>, $($rest)*); };
    (range $($rest:tt)*) => { crate::games::kit::answer!(@ range(unit: crate::board::UnitId) -> Option<u8>, $($rest)*); };
    (supply_line $($rest:tt)*) => {
        crate::games::kit::answer!(@ supply_line(unit: crate::board::UnitId) -> Option<crate::board::paths::Trace>, $($rest)*);
    };
    (visible_kind $($rest:tt)*) => {
        crate::games::kit::answer!(@ visible_kind(side: crate::board::Side, unit: crate::board::UnitId) -> &'static str, $($rest)*);
    };
    (stack_load $($rest:tt)*) => {
        crate::games::kit::answer!(@ stack_load(side: crate::board::Side, hex: crate::board::Hex) -> Option<(u8, u8)>, $($rest)*);
    };
    // The input of a system is what the method is asked about: nothing, one thing, or a pair.
    (@ $method:ident($($input:ident: $ty:ty),*) -> $answer:ty, $game:ident $system:path) => {
        fn $method(&self, world: &mut bevy_ecs::prelude::World $(, $input: $ty)*) -> $answer {
            crate::games::run(world, $system, ($($input),*))
        }
    };
}
pub(in crate::games) use {answer, answers};
