//! The life of a reservation: reserved, then sold, then perhaps returned; or reserved, then released.
//!
//! Events may come twice and in any order. What they tell of one order can still agree, or contradict each other: a
//! contradiction is a mistake somewhere and is set aside for a person.

/// Where a reservation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReservationState {
    /// Pieces are taken for an order that may come.
    Reserved,
    /// The order came.
    Sold,
    /// No order came; the pieces are back. A later try to reserve for it is refused.
    Released,
    /// The order was cancelled; the pieces are back.
    Returned,
}

impl ReservationState {
    /// Its name in the database.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Reserved => "reserved",
            Self::Sold => "sold",
            Self::Released => "released",
            Self::Returned => "returned",
        }
    }
}

/// No state has this name.
#[derive(Debug, thiserror::Error)]
#[error("{0} is no state of a reservation")]
pub(crate) struct UnknownState(String);

impl std::str::FromStr for ReservationState {
    type Err = UnknownState;

    fn from_str(name: &str) -> Result<Self, UnknownState> {
        [Self::Reserved, Self::Sold, Self::Released, Self::Returned]
            .into_iter()
            .find(|state| state.name() == name)
            .ok_or_else(|| UnknownState(name.to_owned()))
    }
}

/// What was heard of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heard {
    /// It came to be.
    Created,
    /// It never will.
    Abandoned,
    /// It was called off after it came to be.
    Cancelled,
}

/// What follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// It is known already, or overtaken.
    Nothing,
    /// Sold: the pieces count for their products' popularity.
    Sell,
    /// To this state, and the pieces go back.
    GiveBack(ReservationState),
    /// Nothing was reserved yet, and nothing shall be.
    Forbid,
}

/// What was heard cannot be true beside what is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the order was {heard:?}, but its reservation is {state:?}")]
pub(crate) struct Contradiction {
    state: Option<ReservationState>,
    heard: Heard,
}

/// What follows from hearing of an order, where its reservation, if there is one, is in this state.
pub(crate) const fn next(state: Option<ReservationState>, heard: Heard) -> Result<Step, Contradiction> {
    match (state, heard) {
        (Some(ReservationState::Reserved), Heard::Created) => Ok(Step::Sell),
        (Some(ReservationState::Reserved), Heard::Abandoned) => {
            Ok(Step::GiveBack(ReservationState::Released))
        }
        (Some(ReservationState::Reserved | ReservationState::Sold), Heard::Cancelled) => {
            Ok(Step::GiveBack(ReservationState::Returned))
        }
        (None, Heard::Abandoned) => Ok(Step::Forbid),
        (Some(ReservationState::Sold), Heard::Created)
        | (Some(ReservationState::Released), Heard::Abandoned)
        | (Some(ReservationState::Returned), Heard::Created | Heard::Cancelled) => Ok(Step::Nothing),
        // An order has a reservation, and is either created or abandoned, never both.
        (None | Some(ReservationState::Released), Heard::Created | Heard::Cancelled)
        | (Some(ReservationState::Sold | ReservationState::Returned), Heard::Abandoned) => {
            Err(Contradiction { state, heard })
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_pair_of_state_and_event() {
        use Heard::{Abandoned, Cancelled, Created};
        use ReservationState::{Released, Reserved, Returned, Sold};
        for (state, heard, step) in [
            (None, Created, None),
            (None, Abandoned, Some(Step::Forbid)),
            (None, Cancelled, None),
            (Some(Reserved), Created, Some(Step::Sell)),
            (Some(Reserved), Abandoned, Some(Step::GiveBack(Released))),
            (Some(Reserved), Cancelled, Some(Step::GiveBack(Returned))),
            (Some(Sold), Created, Some(Step::Nothing)),
            (Some(Sold), Abandoned, None),
            (Some(Sold), Cancelled, Some(Step::GiveBack(Returned))),
            (Some(Released), Created, None),
            (Some(Released), Abandoned, Some(Step::Nothing)),
            (Some(Released), Cancelled, None),
            (Some(Returned), Created, Some(Step::Nothing)),
            (Some(Returned), Abandoned, None),
            (Some(Returned), Cancelled, Some(Step::Nothing)),
        ] {
            assert_eq!(next(state, heard).ok(), step, "{state:?} {heard:?}");
        }
    }

    #[test]
    fn a_state_is_read_back_from_its_name() {
        for state in [
            ReservationState::Reserved,
            ReservationState::Sold,
            ReservationState::Released,
            ReservationState::Returned,
        ] {
            assert_eq!(state.name().parse::<ReservationState>().ok(), Some(state));
        }
        assert!("gone".parse::<ReservationState>().is_err());
    }

    fn heard() -> impl Strategy<Value = Heard> {
        prop_oneof![
            Just(Heard::Created),
            Just(Heard::Abandoned),
            Just(Heard::Cancelled)
        ]
    }

    proptest! {
        /// Pieces are on hand or held by a reservation, and their sum never changes.
        #[test]
        fn no_piece_is_lost_or_made(
            stock in 0_i64..20,
            story in prop::collection::vec((0_usize..4, prop::option::of(heard()), 1_i64..5), 0..60),
        ) {
            let mut on_hand = stock;
            let mut reservations: [(Option<ReservationState>, i64); 4] = [(None, 0); 4];
            for (order, heard, quantity) in story {
                let (state, held) = &mut reservations[order];
                match heard {
                    // No event: the order asks for its pieces.
                    None => if state.is_none() && on_hand >= quantity {
                        on_hand -= quantity;
                        (*state, *held) = (Some(ReservationState::Reserved), quantity);
                    },
                    Some(heard) => match next(*state, heard) {
                        Ok(Step::Sell) => *state = Some(ReservationState::Sold),
                        Ok(Step::GiveBack(to)) => {
                            on_hand += std::mem::take(held);
                            *state = Some(to);
                        }
                        Ok(Step::Forbid) => *state = Some(ReservationState::Released),
                        Ok(Step::Nothing) | Err(_) => {}
                    },
                }
                let held: i64 = reservations.iter().map(|(_, held)| held).sum();
                prop_assert_eq!(on_hand + held, stock);
                prop_assert!(on_hand >= 0);
                for (state, held) in &reservations {
                    let holds = matches!(state, Some(ReservationState::Reserved | ReservationState::Sold));
                    prop_assert_eq!(*held > 0, holds);
                }
            }
        }
    }
}
