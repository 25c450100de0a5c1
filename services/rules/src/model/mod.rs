//! Models of a piece at true size, to be seen in a room: glTF for Android, USDZ for iOS.
//!
//! The origin is on the floor at the rear, in the middle of the width; x to the right, y up, z to the room, in metres. Parts that closed
//! doors hide are left out, so that a file stays small.

mod glb;
mod scene;
mod usdz;

pub use self::{glb::glb, usdz::usdz};
