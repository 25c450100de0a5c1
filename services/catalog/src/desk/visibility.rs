//! Whether the shop shows a product, and why not.

use kit::domain::{Language, LocalizedText, Money};
pub(crate) use kit::vocabulary::catalog::Absence;
use time::OffsetDateTime;

/// Settings of a product that staff changes, beside its attributes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Settings {
    /// Whether staff shows it.
    pub(crate) is_shown: bool,
    /// Time from which the shop shows it.
    pub(crate) show_at: Option<OffsetDateTime>,
    /// Time until which the shop shows it, later than `show_at`.
    pub(crate) hide_at: Option<OffsetDateTime>,
    /// Stock at which to reorder.
    pub(crate) reorder_at: Option<i64>,
    /// Related products that staff chose; `None` = the shop chooses.
    pub(crate) related: Option<Vec<i64>>,
    /// Whether the undo of its import took it away: it is in no list until it is edited or created again.
    pub(crate) is_discarded: bool,
}

/// Facts by which the shop shows a product or not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShopFacts<'a> {
    pub(crate) name: &'a LocalizedText,
    pub(crate) price: Money,
    pub(crate) has_picture: bool,
    pub(crate) settings: &'a Settings,
}

/// Returns the reasons that the shop does not show a product: it is in the shop exactly if there are none.
pub(crate) fn absences(facts: ShopFacts<'_>, now: OffsetDateTime) -> Vec<Absence> {
    let Settings {
        is_shown,
        show_at,
        hide_at,
        ..
    } = *facts.settings;
    let is_named = Language::ALL
        .iter()
        .all(|language| !facts.name.get(*language).is_empty());
    let reasons = [
        (!is_shown, Absence::Hidden),
        (facts.price == Money::ZERO, Absence::NoPrice),
        (!facts.has_picture, Absence::NoPicture),
        (!is_named, Absence::NameMissing),
        (show_at.is_some_and(|from| now < from), Absence::NotYet),
        (hide_at.is_some_and(|until| until <= now), Absence::Ended),
    ];
    let reasons = reasons.into_iter().filter(|(applies, _)| *applies);
    reasons.map(|(_, reason)| reason).collect()
}

/// Returns the next time at which the reasons change by themselves.
pub(crate) fn next_change(settings: &Settings, now: OffsetDateTime) -> Option<OffsetDateTime> {
    let times = [settings.show_at, settings.hide_at];
    times.into_iter().flatten().filter(|time| *time > now).min()
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::*;

    #[test]
    fn names_each_reason_for_which_the_shop_does_not_show_a_product() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let (before, after) = (Some(now - Duration::SECOND), Some(now + Duration::SECOND));
        let named = LocalizedText {
            az: "Şkaf".to_owned(),
            ru: "Шкаф".to_owned(),
            en: "Wardrobe".to_owned(),
        };
        let unnamed = LocalizedText {
            ru: String::new(),
            ..named.clone()
        };
        let shown = Settings {
            is_shown: true,
            ..Settings::default()
        };
        let timed = |show_at, hide_at| Settings {
            show_at,
            hide_at,
            ..shown.clone()
        };
        for (name, price, has_picture, settings, expected) in [
            (&named, 1, true, shown.clone(), &[][..]),
            (&named, 1, true, timed(before, after), &[]),
            (&named, 1, true, timed(Some(now), None), &[]),
            (&named, 1, true, Settings::default(), &[Absence::Hidden]),
            (&named, 0, true, shown.clone(), &[Absence::NoPrice]),
            (&named, 1, false, shown.clone(), &[Absence::NoPicture]),
            (&unnamed, 1, true, shown.clone(), &[Absence::NameMissing]),
            (&named, 1, true, timed(after, None), &[Absence::NotYet]),
            (&named, 1, true, timed(None, before), &[Absence::Ended]),
            (&named, 1, true, timed(None, Some(now)), &[Absence::Ended]),
            (
                &unnamed,
                0,
                false,
                Settings::default(),
                &[
                    Absence::Hidden,
                    Absence::NoPrice,
                    Absence::NoPicture,
                    Absence::NameMissing,
                ],
            ),
        ] {
            let facts = ShopFacts {
                name,
                price: Money::from_minor(price).unwrap(),
                has_picture,
                settings: &settings,
            };
            assert_eq!(absences(facts, now), expected, "{facts:?}");
        }
        assert_eq!(next_change(&timed(before, after), now), after);
        assert_eq!(next_change(&timed(Some(now), before), now), None);
    }
}
