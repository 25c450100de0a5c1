//! State machine of a reservation: reserved, sold, returned; or reserved, released.
//!
//! Events arrive at least once and in any order. An event that contradicts the state is rejected and dead-lettered.

kit::words! {
    /// State of a reservation.
    pub(crate) enum ReservationState("ReservationState") {
        /// Stock is taken for an order that is being created.
        Reserved = "reserved",
        /// The order was created.
        Sold = "sold",
        /// The order was abandoned; the stock is restored. Later reservations for it are rejected.
        Released = "released",
        /// The order was cancelled; the stock is restored.
        Returned = "returned",
    }
}

/// Event of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OrderEvent {
    /// The order was created.
    Created,
    /// The order will never be created.
    Abandoned,
    /// The order was cancelled after it was created.
    Cancelled,
}

/// Effect of an event on a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Transition {
    /// None: the event was applied before or is out of date.
    Nothing,
    /// Marks the reservation as sold and adds its quantities to the products' popularity.
    Sell,
    /// Sets the state and restores the stock.
    Restock(ReservationState),
    /// Inserts a released reservation, so that later ones for the order are rejected.
    Block,
}

/// Error for an event that contradicts the reservation's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the order was {event:?}, but its reservation is {state:?}")]
pub(crate) struct InvalidTransition {
    state: Option<ReservationState>,
    event: OrderEvent,
}

/// Returns the effect of an event on a reservation in a state, `None` if the order has no reservation.
pub(crate) const fn transition(
    state: Option<ReservationState>,
    event: OrderEvent,
) -> Result<Transition, InvalidTransition> {
    match (state, event) {
        (Some(ReservationState::Reserved), OrderEvent::Created) => Ok(Transition::Sell),
        (Some(ReservationState::Reserved), OrderEvent::Abandoned) => {
            Ok(Transition::Restock(ReservationState::Released))
        }
        (Some(ReservationState::Reserved | ReservationState::Sold), OrderEvent::Cancelled) => {
            Ok(Transition::Restock(ReservationState::Returned))
        }
        (None, OrderEvent::Abandoned) => Ok(Transition::Block),
        (Some(ReservationState::Sold), OrderEvent::Created)
        | (Some(ReservationState::Released), OrderEvent::Abandoned)
        | (Some(ReservationState::Returned), OrderEvent::Created | OrderEvent::Cancelled) => {
            Ok(Transition::Nothing)
        }
        // Every order has a reservation and is either created or abandoned, never both.
        (None | Some(ReservationState::Released), OrderEvent::Created | OrderEvent::Cancelled)
        | (Some(ReservationState::Sold | ReservationState::Returned), OrderEvent::Abandoned) => {
            Err(InvalidTransition { state, event })
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn covers_every_state_and_event() {
        use OrderEvent::{Abandoned, Cancelled, Created};
        use ReservationState::{Released, Reserved, Returned, Sold};
        for (state, event, step) in [
            (None, Created, None),
            (None, Abandoned, Some(Transition::Block)),
            (None, Cancelled, None),
            (Some(Reserved), Created, Some(Transition::Sell)),
            (Some(Reserved), Abandoned, Some(Transition::Restock(Released))),
            (Some(Reserved), Cancelled, Some(Transition::Restock(Returned))),
            (Some(Sold), Created, Some(Transition::Nothing)),
            (Some(Sold), Abandoned, None),
            (Some(Sold), Cancelled, Some(Transition::Restock(Returned))),
            (Some(Released), Created, None),
            (Some(Released), Abandoned, Some(Transition::Nothing)),
            (Some(Released), Cancelled, None),
            (Some(Returned), Created, Some(Transition::Nothing)),
            (Some(Returned), Abandoned, None),
            (Some(Returned), Cancelled, Some(Transition::Nothing)),
        ] {
            assert_eq!(transition(state, event).ok(), step, "{state:?} {event:?}");
        }
    }

    fn any_event() -> impl Strategy<Value = OrderEvent> {
        prop_oneof![
            Just(OrderEvent::Created),
            Just(OrderEvent::Abandoned),
            Just(OrderEvent::Cancelled)
        ]
    }

    proptest! {
        #[test]
        fn sum_of_stock_and_reserved_quantities_is_constant(
            stock in 0_i64..20,
            steps in prop::collection::vec((0_usize..4, prop::option::of(any_event()), 1_i64..5), 0..60),
        ) {
            let mut on_hand = stock;
            let mut reservations: [(Option<ReservationState>, i64); 4] = [(None, 0); 4];
            for (order, event, quantity) in steps {
                let (state, held) = &mut reservations[order];
                match event {
                    // No event: the order reserves.
                    None => if state.is_none() && on_hand >= quantity {
                        on_hand -= quantity;
                        (*state, *held) = (Some(ReservationState::Reserved), quantity);
                    },
                    Some(event) => match transition(*state, event) {
                        Ok(Transition::Sell) => *state = Some(ReservationState::Sold),
                        Ok(Transition::Restock(to)) => {
                            on_hand += std::mem::take(held);
                            *state = Some(to);
                        }
                        Ok(Transition::Block) => *state = Some(ReservationState::Released),
                        Ok(Transition::Nothing) | Err(_) => {}
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
