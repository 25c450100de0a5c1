//! Words for what a customer chooses.

use crate::{
    board::Finish,
    word::{numbered, words},
};

words! {
    /// A family of pieces.
    Family { Wardrobe = "wardrobe", Shelf = "shelf", TvBase = "tv-base" }
}
words! {
    /// The base of a piece.
    Base { Plinth = "plinth", Legs = "legs", Wall = "wall" }
}
words! {
    /// The kind of its doors.
    Front { Hinged = "hinged", Sliding = "sliding" }
}
words! {
    /// A handle.
    Handle { Bar = "bar", Knob = "knob", Groove = "groove", Push = "push" }
}
words! {
    /// The metal of handles.
    Metal { Black = "black", Brass = "brass", Steel = "steel" }
}
words! {
    /// The style of a door.
    Style { Plain = "plain", Lattice = "lattice", Mirror = "mirror" }
}

numbered!(Family, Base, Front, Handle, Metal, Style, Finish);
