//! Every kind of statement that `facts.ron` can make is really checked: a false one of each kind is found out.

use five_fronts::board::{Chart, Ground, check_facts};

const TANKS_OF_AUGUST: &[&str] = &[
    r#"Hexes(1289)"#,
    r#"Scale(11)"#,
    r#"OffMap("0101")"#,
    r#"MapEdge("1520", North)"#,
    r#"EdgeAll(North, "Russia")"#,
    r#"Adjacent("0101", "0103")"#,
    r#"NotAdjacent("1208", "1209")"#,
    r#"Distance("1909", "1407", 4)"#,
    r#"Direction("1208", "1207", "W")"#,
    r#"Neighbours("1208", ["1209", "1207", "1108", "1109", "1308", "1309"])"#,
    r#"CommonNeighbours("1208", "1210", ["1109"])"#,
    r#"Terrain("1209", "clear")"#,
    r#"NotTerrain("1209", "alpine")"#,
    r#"TerrainCount("alpine", 1)"#,
    r#"InPlayCount("", 1)"#,
    r#"Move("1909", 1)"#,
    r#"Stack("1909", 9)"#,
    r#"Country("1909", "Georgia")"#,
    r#"Region("1909", 'G')"#,
    r#"RegionCount('O', 1)"#,
    r#"RegionTagged('O', "Adjara")"#,
    r#"InPlay("3030")"#,
    r#"NotInPlay("1909")"#,
    r#"Enterable("1637")"#,
    r#"NotEnterable("1909")"#,
    r#"Holder("1909", "Georgian")"#,
    r#"ClosedTo("1909", "Georgian")"#,
    r#"OpenTo("0806", "Georgian")"#,
    r#"Border("1909", "1908")"#,
    r#"Pieces(without: [], count: 2)"#,
    r#"CountryPieces(country: "Georgia", count: 9)"#,
    r#"Place("1909", "Gori")"#,
    r#"PlaceKind("1909", "town")"#,
    r#"NotPlaceKind("1909", "city")"#,
    r#"Tagged("1909", "port")"#,
    r#"Symbol("1909", "port")"#,
    r#"Value("1929", "vp", 5)"#,
    r#"Values(key: "vp", value: 4, count: 99)"#,
    r#"Places(kind: "city", tag: "", country: "", count: 99)"#,
    r#"PlacesIn(region: 'O', kind: "city", tag: "", count: 99)"#,
    r#"KindHexes("city", ["1909"])"#,
    r#"KindTerrain("city", "clear")"#,
    r#"Road("1209", "1309")"#,
    r#"NoRoad("1208", "1209")"#,
    r#"RoadPath(["1208", "1308", "1309"])"#,
    r#"RoadNet(["1909", "0101"])"#,
    r#"RoadNetIn(["Georgia"], ["2601", "1909"])"#,
    r#"OnRoad("alpine", ["1109"])"#,
    r#"Rail("1209", "1310")"#,
    r#"NoRail("1923", "1924")"#,
    r#"RailPath(["1209", "1210"])"#,
    r#"RailNet(["2207", "0101"])"#,
    r#"RailNetIn(["Russia"], ["2207", "2208"])"#,
    r#"NetPieces(by: "road", country: "Georgia", count: 50)"#,
    r#"River("0101", "0102")"#,
    r#"NoRiver("0142", "0143")"#,
    r#"NamedRiver("Kura", "0142", "0143")"#,
    r#"RiverNames(1)"#,
    r#"BorderRiver("Abkhazia", "Georgia", "Inguri")"#,
    r#"Side("lake", "0101", "0102")"#,
    r#"NoSide("tunnel", "1308", "1407")"#,
    r#"SideCount("lake", 9)"#,
    r#"Open("1308", "1309")"#,
    r#"Shut("1909", "1908")"#,
    r#"Crossings(from: "Russia", to: ["Georgia"], by: [("1210", "1310"), ("1203", "1303")])"#,
    r#"RailCrossings(from: "Russia", to: ["Georgia"], by: [("1210", "1310")])"#,
    r#"Set("base", ["1722"])"#,
    r#"InSet("base", "0101")"#,
    r#"NotInSet("base", "1929")"#,
    r#"SetSize("base", 8)"#,
    r#"SetNotIn("base", "Georgia")"#,
    r#"Area("peacekeepers", ["1407"])"#,
    r#"AreaHas("georgia", "1909")"#,
    r#"AreaHasNot("georgia", "2207")"#,
    r#"AreaSize("georgia", 1)"#,
    r#"Room(area: "peacekeepers", units: 99)"#,
    r#"Source("1909", "Georgian")"#,
    r#"Sources("Georgian", ["2207"])"#,
    r#"SourceTagged("2601", "Georgian", "reinforcements")"#,
    // names that the map does not know
    r#"Terrain("1209", "alpne")"#,
    r#"Country("1909", "Gorgia")"#,
    r#"Region("1909", 'Q')"#,
    r#"NoSide("tunel", "1308", "1407")"#,
    r#"NotInSet("bse", "0101")"#,
    r#"AreaHasNot("gorgia", "1909")"#,
    // a hex that the map does not have
    r#"OnMap("3101")"#,
];

const PUTIN_STRIKES: &[&str] = &[
    r#"Line("ksrl", ["0509", "0609"])"#,
    r#"LineEnds("ksrl", "0509", "0609")"#,
    r#"LineHeld("ksrl", "Russian", 9)"#,
    r#"EdgeEnds(edge: West, nation: "Allied", first: "0107", last: "0145", count: 38)"#,
];

const PUTIN_MOVES_EAST: &[&str] = &[
    r#"Symbols(country: "RUS", count: 1)"#,
    r#"TaggedHexes("garrison", ["3412"])"#,
    r#"SymbolHexes("port", ["3412"])"#,
    r#"WithoutRail(["city"], ["3412"])"#,
    r#"AwayFrom(country: "NKO", kinds: ["city", "mega-city"], hexes: ["3617"])"#,
    r#"Exit("0104", North, "RUS")"#,
    r#"Exits("RUS", ["0104"])"#,
    r#"OffMapSymbol("RUS", "port")"#,
    r#"OffMapPort("RUS", ["Yellow Sea"])"#,
    r#"OffMapValue("RUS", "ap", 5)"#,
    r#"OffMapTagged("RUS", "belligerent only")"#,
];

#[test]
fn a_false_statement_of_each_kind_is_found_out() {
    for (game, order, statements) in [
        ("tanks_of_august", r#"["E", "W", "NE", "NW", "SE", "SW"]"#, TANKS_OF_AUGUST),
        ("putin_strikes", "[]", PUTIN_STRIKES),
        ("putin_moves_east", "[]", PUTIN_MOVES_EAST),
    ] {
        let read = |file: &str| std::fs::read_to_string(format!("{}/rules/{game}/{file}", env!("CARGO_MANIFEST_DIR"))).expect("the file is there");
        let ground = Ground::read("map.ron", &read("map.ron")).expect("the map can be read");
        let chart = Chart::read("terrain.ron", &read("terrain.ron"), &ground).expect("the chart can be read");
        let lines: Vec<String> = statements.iter().map(|is| format!("(rule: \"0\", says: \"nothing true\", is: {is}),\n")).collect();
        let text = format!("(neighbours: {order}, facts: [\n{}])", lines.concat());
        let faults = check_facts("facts.ron", &text, &ground, &chart).expect_err("all are false");
        for (i, is) in statements.iter().enumerate() {
            let found: Vec<_> = faults.iter().filter(|fault| fault.line as usize == i + 2).collect();
            assert_eq!(found.len(), 1, "{game}: {is}: {found:?}");
            println!("{}", found[0]);
        }
    }
}
