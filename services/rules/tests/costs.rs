//! Costs of the designs of the vectors.

use rules::{Design, PriceBook};
use serde_json::Value;

/// Name of each vector that can be built, and its cost in qəpik under the made-up book.
const COSTS: &[(&str, i64)] = &[
    ("niche with lattice doors, the mockup", 194_789),
    ("niche with top boxes, white and brass", 137_427),
    ("three sliding doors over drawers", 201_561),
    ("one door, smallest", 20_013),
    ("one bay, two doors", 42_418),
    ("three single doors, the last hinged right", 127_456),
    ("odd millimetres go to the gaps", 92_936),
    ("five doors, walnut body 19 mm", 219_987),
    ("push latches, graphite", 103_595),
    ("milled grips, terracotta, legs", 79_773),
    ("two carcasses", 186_327),
    ("two carcasses of unequal bays", 184_717),
    ("three carcasses, widest", 260_587),
    ("widest in one carcass", 135_722),
    ("one millimetre more makes two carcasses", 140_372),
    ("tallest, with top boxes", 125_263),
    ("highest niche", 225_612),
    ("mirror in the middle", 76_048),
    ("lattice with top boxes", 171_871),
    ("lattice without a middle rail: door 1800", 80_971),
    ("lattice with a middle rail: door 1801", 80_773),
    ("open bay between doors", 75_522),
    ("all open", 48_629),
    ("open above drawers", 101_280),
    ("column of drawers, low", 105_426),
    ("hinges by mass", 39_162),
    ("four sliding doors", 144_891),
    ("two sliding doors, one a mirror, drawers", 103_493),
    ("sliding, more bays than doors", 154_900),
    ("fixed bays beside a free one", 106_635),
    ("shallow: no rail, shelves only", 84_614),
    ("rail that is hard to reach", 73_202),
    ("shelf, two bays", 46_391),
    ("shelf on the wall", 12_969),
    ("shelf in a niche", 80_363),
    ("television base on legs", 51_402),
    ("television base on the wall, doors and drawers", 37_804),
    ("television base with lattice doors", 82_474),
];

#[test]
fn each_design_costs_what_its_vector_says_and_the_price_is_cost_and_margin() {
    let vectors: Value = serde_json::from_str(include_str!("../data/vectors.json")).unwrap();
    let book: PriceBook = serde_json::from_str(rules::MADE_UP_PRICE_BOOK).unwrap();
    let rates = book.rates().unwrap();
    let mut found = Vec::new();
    for case in vectors["cases"].as_array().unwrap() {
        let Ok(piece) = rules::build(&Design::from_json(&case["design"]).unwrap()) else {
            continue;
        };
        let costs = rules::costs(&piece, &book, &rates).unwrap();
        let price = &case["expect"]["price"];
        assert_eq!(costs.net + costs.vat, price["total"].as_i64().unwrap());
        assert_eq!(costs.cost + costs.margin, costs.net);
        let prices: i64 = costs.lines.iter().map(|line| line.price).sum();
        assert_eq!(prices + costs.rounding, costs.net + costs.vat);
        found.push((case["name"].as_str().unwrap(), costs.cost));
    }
    assert_eq!(found, COSTS);
}
