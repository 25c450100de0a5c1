//! Conversions between protobuf messages and domain types.

use kit::convert::timestamp;
use proto::account::v1 as wire;
use sqlx::PgConnection;
use time::Duration;

use crate::{
    desk::{DeskSession, Lifetimes, Step},
    error::AccountError,
    store::{
        self,
        second_factor::{Device, Factor},
        staff::OwnStaff,
    },
    token::TokenPair,
};

/// Converts a session, with its staff member if it is complete.
pub(in crate::grpc) async fn session(
    connection: &mut PgConnection,
    session: &DeskSession,
    lifetimes: &Lifetimes,
) -> Result<wire::DeskSession, AccountError> {
    let is_done = session.step == Step::Done;
    let staff = if is_done {
        let staff = store::staff::find_own(connection, session.user).await?;
        Some(own_staff(staff.ok_or(AccountError::NoSession)?))
    } else {
        None
    };
    Ok(wire::DeskSession {
        step: session.step.into(),
        user_id: session.user.to_string(),
        family_id: session.family.to_string(),
        expires_at: Some(timestamp(session.expires_at)),
        ends_at: is_done.then(|| timestamp(session.signed_in_at + lifetimes.family)),
        step_up_until: session.step_up_until.filter(|_| is_done).map(timestamp),
        staff,
    })
}

fn own_staff(staff: OwnStaff) -> wire::OwnStaff {
    let settings = staff.settings;
    wire::OwnStaff {
        name: staff.name,
        lastname: staff.lastname,
        email: staff.email,
        phone: settings.phone.unwrap_or_default(),
        role: staff.role.into(),
        store_id: staff.store.map(|store| store.to_string()).unwrap_or_default(),
        language: staff.language.into(),
        signature: settings.signature,
        shortcuts: settings.shortcuts,
        notifications: Some(wire::StaffNotifications {
            new_quote: settings.notify_new_quote,
            follow_up_due: settings.notify_follow_up_due,
            offer: settings.notify_offer,
            mention: settings.notify_mention,
        }),
        discount_limit_percent: staff.discount_limit.into(),
        recovery_codes_left: u32::try_from(staff.recovery_codes_left).unwrap_or(0),
        version: staff.version,
    }
}

/// Converts a pair that is issued now. A session whose second factor is missing gets no refresh token.
pub(in crate::grpc) fn tokens(
    pair: &TokenPair,
    step: Step,
    family_age: Duration,
    lifetimes: &Lifetimes,
) -> wire::TokenPair {
    let (session_seconds, refresh_seconds) = lifetimes.cookie_seconds(step, family_age);
    wire::TokenPair {
        session_token: pair.session.encode(),
        refresh_token: match step {
            Step::Done => pair.refresh.encode(),
            Step::Enrol | Step::Code => String::new(),
        },
        session_seconds,
        refresh_seconds,
    }
}

/// Converts a second factor.
pub(super) fn factor(factor: Factor) -> wire::SecondFactor {
    wire::SecondFactor {
        id: factor.id.to_string(),
        name: factor.name,
        is_confirmed: factor.is_confirmed,
        created_at: Some(timestamp(factor.created_at)),
        last_used_at: factor.last_used_at.map(timestamp),
    }
}

/// Converts a remembered device.
pub(super) fn device(device: Device) -> wire::Device {
    wire::Device {
        id: device.id.to_string(),
        name: device.name,
        created_at: Some(timestamp(device.created_at)),
        last_used_at: Some(timestamp(device.last_used_at)),
        expires_at: Some(timestamp(device.expires_at)),
        is_current: device.is_current,
    }
}
