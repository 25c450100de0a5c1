//! Characters that carry no part of a typed value.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

/// Whether a character is invisible: a format character, such as a direction mark or a soft hyphen, or another one that
/// Unicode draws as nothing.
pub(crate) fn is_invisible(character: char) -> bool {
    !character.is_ascii()
        && (character.general_category() == GeneralCategory::Format
            || matches!(
                character,
                '\u{34f}'
                    | '\u{115f}'..='\u{1160}'
                    | '\u{17b4}'..='\u{17b5}'
                    | '\u{180b}'..='\u{180f}'
                    | '\u{2065}'
                    | '\u{3164}'
                    | '\u{fe00}'..='\u{fe0f}'
                    | '\u{ffa0}'
                    | '\u{e0000}'..='\u{e0fff}'
            ))
}

/// Whether a character is a dash, a hyphen or a minus sign.
pub(super) fn is_dash(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{2d7}' | '\u{2043}' | '\u{207b}' | '\u{208b}' | '\u{2212}' | '\u{2796}'
    ) || character.general_category() == GeneralCategory::DashPunctuation
}

/// Whether a character is an opening bracket of any kind.
pub(super) fn is_opening(character: char) -> bool {
    character == '<' || character.general_category() == GeneralCategory::OpenPunctuation
}

/// Whether a character is a closing bracket of any kind.
pub(super) fn is_closing(character: char) -> bool {
    character == '>' || character.general_category() == GeneralCategory::ClosePunctuation
}

/// Whether people put a character between digits: spaces, dashes, dots, slashes, brackets and invisible characters.
pub(super) fn is_separator(character: char) -> bool {
    character.is_whitespace()
        || is_dash(character)
        || matches!(
            character,
            // Dots.
            '.' | '\u{b7}' | '\u{2022}' | '\u{2024}' | '\u{2027}' | '\u{2219}' | '\u{22c5}' | '\u{3002}' | '\u{30fb}'
                | '\u{ff0e}' | '\u{ff61}' | '\u{ff65}'
                // Slashes.
                | '/' | '\\' | '\u{2044}' | '\u{2215}' | '\u{2216}' | '\u{29f5}' | '\u{29f8}' | '\u{ff0f}' | '\u{ff3c}'
        )
        || is_opening(character)
        || is_closing(character)
        || is_invisible(character)
}
