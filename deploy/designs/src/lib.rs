//! Random designs for the rule book: a generator, the ways out of what cannot be built, and outcomes in the form of the vectors.
//!
//! The property tests of `rules`, the comparison with the browser's rules and the fuzz run draw from the same generator. Equal seeds
//! give equal designs.

mod damage;
mod difference;
mod generator;
mod outcome;
mod repair;

use proptest::{
    strategy::{Strategy as _, ValueTree as _},
    test_runner::{Config, RngSeed, TestRunner},
};
use rules::Design;

/// The reader of drawings, for tests.
pub use dxf;

pub use self::{
    damage::{Inputs, read_inputs},
    difference::Difference,
    generator::{any_design, any_piece},
    outcome::Outcome,
    repair::{Repaired, Unrepaired, apply, repair},
};

/// Returns the settings of a run: a number of cases, the same ones for equal seeds, and no files of earlier failures.
pub fn config(cases: u32, seed: u64) -> Config {
    Config {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..Config::default()
    }
}

/// Returns a runner with the settings of [`config`].
pub fn runner(cases: u32, seed: u64) -> TestRunner {
    TestRunner::new(config(cases, seed))
}

/// Returns random designs without end, the same ones for equal seeds.
pub fn designs(seed: u64) -> impl Iterator<Item = Design> + Send {
    let strategy = any_design();
    let mut runner = runner(1, seed);
    std::iter::from_fn(move || Some(strategy.new_tree(&mut runner).ok()?.current()))
}
