//! The numbers of the rules, for each version.
//!
//! Another number is another version: an accepted design keeps the sizes of its own. A new version gets a variant of
//! [`crate::RulesVersion`] and a value here. A number that is still written out in a formula moves into [`Numbers`] first, and a
//! formula that changes asks the version of the design. What boards are, and looks of drawings, belong to no version.

use crate::{
    board::Board,
    choice::{Base, Family, Front},
};

/// Limits of a family, in millimetres and counts.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Least and largest width of the furniture, in millimetres.
    pub width: [i64; 2],
    /// Least and largest height, in millimetres.
    pub height: [i64; 2],
    /// Least and largest depth, in millimetres.
    pub depth: [i64; 2],
    /// Most bays that can be built.
    pub bays: i64,
    /// Bases, at least one.
    pub bases: &'static [Base],
    /// Kinds of doors, at least one.
    pub fronts: &'static [Front],
    /// Whether it can have top boxes.
    pub has_upper: bool,
    /// Whether it can stand in a niche.
    pub has_niche: bool,
    /// Whether the top lies over the sides.
    pub has_cap: bool,
    /// Most hinged doors of a bay.
    pub doors: i64,
    /// Most drawers of a bay.
    pub drawers: i64,
    /// Most rails of a bay.
    pub rails: i64,
    /// Most shelves of a bay.
    pub shelves: i64,
    /// Longest shelf, in millimetres.
    pub span: i64,
    /// Least height between shelves, in millimetres.
    pub clear: i64,
}

/// Numbers of a version, in millimetres and grams.
#[derive(Debug)]
pub(crate) struct Numbers {
    /// Fitting gap of a niche at each side.
    pub(crate) niche_side: i64,
    /// Fitting gap of a niche at the top.
    pub(crate) niche_top: i64,
    /// Fitting gap of a niche at the back.
    pub(crate) niche_back: i64,
    /// Distance of fronts to the outline.
    pub(crate) reveal: i64,
    /// Gap between two fronts.
    pub(crate) gap: i64,
    /// Distance of fronts to the body.
    pub(crate) bump: i64,
    /// Depth of the tracks of sliding doors.
    pub(crate) track: i64,
    /// Overlap of sliding doors.
    pub(crate) overlap: i64,
    /// Height that the rollers of sliding doors take.
    pub(crate) slide_play: i64,
    /// Distance of the back to the rear.
    pub(crate) back_set: i64,
    /// Length by which the back enters its groove.
    pub(crate) groove: i64,
    /// Height of a drawer with its gap.
    pub(crate) pitch: i64,
    /// Clear height above a shelf over a rail.
    pub(crate) hat: i64,
    /// Distance of a rail's axis to what is above it.
    pub(crate) rail_drop: i64,
    /// Height of a plinth board.
    pub(crate) plinth: i64,
    /// Distance of the plinth to the front of the carcass.
    pub(crate) plinth_set: i64,
    /// Width by which a filler is wider than its gap, to be scribed to the wall.
    pub(crate) scribe: i64,
    /// Room behind a drawer.
    pub(crate) behind_drawer: i64,
    /// Room for a runner at each side of a drawer.
    pub(crate) runner_room: i64,
    /// Width of the frame of a lattice door.
    pub(crate) stile: i64,
    /// Length of a tenon.
    pub(crate) tenon: i64,
    /// Length by which a lattice is larger than its opening, at each side.
    pub(crate) rebate: i64,
    /// Width of a cell of a lattice, about.
    pub(crate) cell: i64,
    /// Largest heights for 2, 3, 4 and 5 hinges.
    pub(crate) hinge_heights: [i64; 4],
    /// Largest masses for 2 to 6 hinges, in grams.
    pub(crate) hinge_masses: [i64; 5],
    /// Largest mass of a hinged door, in grams.
    pub(crate) door_mass: i64,
    /// Largest height of a hinged door.
    pub(crate) door_height: i64,
    /// Largest mass of a sliding door, in grams.
    pub(crate) slide_mass: i64,
    /// Least height of top boxes, and the largest.
    pub(crate) upper: [i64; 2],
    /// Maximum height of a drawer that people can look into.
    pub(crate) stack_top: i64,
    /// Least height above drawers.
    pub(crate) above_drawers: i64,
    /// Least height of hanging clothes.
    pub(crate) hang: i64,
    /// Heights of a plinth base and of legs.
    pub(crate) bases: [i64; 2],
    /// Limits of wardrobes.
    pub(crate) wardrobe: Limits,
    /// Limits of shelves.
    pub(crate) shelf: Limits,
    /// Limits of television bases.
    pub(crate) tv_base: Limits,
}

impl Numbers {
    /// Returns the limits of a family.
    pub(crate) const fn limits(&self, family: Family) -> &Limits {
        match family {
            Family::Wardrobe => &self.wardrobe,
            Family::Shelf => &self.shelf,
            Family::TvBase => &self.tv_base,
        }
    }

    /// Returns the distance of the room before the back to the rear.
    pub(crate) const fn back(&self) -> i64 {
        self.back_set + Board::Back6.thickness()
    }

    /// Returns the height of a base.
    pub(crate) const fn base_height(&self, base: Base) -> i64 {
        let [plinth, legs] = self.bases;
        match base {
            Base::Plinth => plinth,
            Base::Legs => legs,
            Base::Wall => 0,
        }
    }
}

pub(crate) static V1: Numbers = Numbers {
    niche_side: 30,
    niche_top: 40,
    niche_back: 10,
    reveal: 2,
    gap: 3,
    bump: 2,
    track: 100,
    overlap: 30,
    slide_play: 30,
    back_set: 10,
    groove: 5,
    pitch: 200,
    hat: 300,
    rail_drop: 50,
    plinth: 78,
    plinth_set: 40,
    scribe: 20,
    behind_drawer: 24,
    runner_room: 13,
    stile: 70,
    tenon: 40,
    rebate: 7,
    cell: 60,
    hinge_heights: [900, 1_600, 2_000, 2_400],
    hinge_masses: [6_000, 12_000, 17_000, 22_000, 27_000],
    door_mass: 27_000,
    door_height: 2_600,
    slide_mass: 50_000,
    upper: [350, 800],
    stack_top: 1_250,
    above_drawers: 250,
    hang: 850,
    bases: [80, 120],
    wardrobe: Limits {
        width: [400, 5_400],
        height: [1_200, 3_200],
        depth: [350, 800],
        bays: 10,
        bases: &[Base::Plinth, Base::Legs],
        fronts: &[Front::Hinged, Front::Sliding],
        has_upper: true,
        has_niche: true,
        has_cap: false,
        doors: 2,
        drawers: 6,
        rails: 2,
        shelves: 8,
        span: 900,
        clear: 150,
    },
    shelf: Limits {
        width: [300, 2_780],
        height: [300, 2_780],
        depth: [200, 500],
        bays: 8,
        bases: &[Base::Plinth, Base::Legs, Base::Wall],
        fronts: &[Front::Hinged],
        has_upper: false,
        has_niche: true,
        has_cap: false,
        doors: 0,
        drawers: 0,
        rails: 0,
        shelves: 10,
        span: 800,
        clear: 150,
    },
    tv_base: Limits {
        width: [600, 2_780],
        height: [250, 900],
        depth: [300, 600],
        bays: 6,
        bases: &[Base::Plinth, Base::Legs, Base::Wall],
        fronts: &[Front::Hinged],
        has_upper: false,
        has_niche: false,
        has_cap: true,
        doors: 2,
        drawers: 4,
        rails: 0,
        shelves: 3,
        span: 900,
        clear: 100,
    },
};

#[cfg(test)]
pub(crate) mod samples {
    //! Two newer versions, which only tests know.

    use super::{Numbers, V1};

    pub(crate) static V2: Numbers = Numbers {
        niche_side: 25,
        reveal: 3,
        groove: 6,
        pitch: 192,
        plinth: 70,
        stile: 65,
        scribe: 15,
        door_mass: 24_000,
        bases: [72, 110],
        ..V1
    };

    pub(crate) static V3: Numbers = Numbers {
        gap: 5,
        bump: 3,
        slide_play: 36,
        overlap: 40,
        track: 90,
        back_set: 12,
        runner_room: 14,
        rebate: 8,
        cell: 50,
        hinge_heights: [800, 1_500, 1_900, 2_300],
        ..V2
    };
}
