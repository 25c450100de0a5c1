//! Offers and the team.

use kit::domain::UserId;
use proto::{
    account::v1::{
        GetStaffMemberResponse, IssueInvitationTokenResponse, PushSubscription, StaffName,
        StaffNotifications, StaffRole, StaffState,
    },
    inquiry::v1::{Approval, GetOfferMailResponse, Offer, OfferLine, OfferState},
};
use uuid::Uuid;

use super::{Fakes, OFFER_NUMBER, OFFER_TOKEN, language_code, noon};

impl Fakes {
    /// Adds an offer of a kitchen to Marina, whose quote Nigar is responsible for; returns the id of the revision.
    pub(crate) fn offer(&self, email: &str, language: &str, state: OfferState) -> Uuid {
        let id = Uuid::now_v7();
        let assignee = self.member("nigar@example.com", "sales");
        let offer = Offer {
            id: id.to_string(),
            number: OFFER_NUMBER.to_owned(),
            revision: 1,
            state: state.into(),
            inquiry_number: "SQ-7Q2M04XK".to_owned(),
            language: language_code(language),
            valid_until: "2026-12-07".to_owned(),
            make_days: Some(25),
            deposit_percent: 30,
            message: "Высота 92 см.".to_owned(),
            lines: vec![OfferLine {
                name: "Кухня угловая".to_owned(),
                detail: "285 × 215".to_owned(),
                quantity: 1,
                list_price_minor: 684_000,
                discount_percent: 15,
                unit_price_minor: 581_400,
                subtotal_minor: 581_400,
                ..OfferLine::default()
            }],
            list_total_minor: 684_000,
            savings_minor: 102_600,
            total_minor: 581_400,
            deposit_minor: 174_420,
            reason: "price".to_owned(),
            reason_text: "Дорого".to_owned(),
            ..Offer::default()
        };
        let response = GetOfferMailResponse {
            offer: Some(offer),
            customer_name: "Marina Petrova".to_owned(),
            customer_email: email.to_owned(),
            customer_phone: "+994501234567".to_owned(),
            token: OFFER_TOKEN.to_owned(),
            assignee_id: assignee.to_string(),
        };
        self.state().offers.insert(id.to_string(), response);
        id
    }

    /// Returns who is responsible for the quote of an offer.
    pub(crate) fn assignee(&self, offer: Uuid) -> UserId {
        let state = self.state();
        state.offers[&offer.to_string()].assignee_id.parse().unwrap()
    }

    /// Removes who is responsible for the quote of an offer.
    pub(crate) fn unassign_offer(&self, offer: Uuid) {
        let mut state = self.state();
        state
            .offers
            .get_mut(&offer.to_string())
            .unwrap()
            .assignee_id
            .clear();
    }

    /// Stores who asked for the approval of an offer.
    pub(crate) fn ask_approval(&self, offer: Uuid, by: UserId) {
        let mut state = self.state();
        let offer = state.offers.get_mut(&offer.to_string()).unwrap().offer.as_mut();
        offer.unwrap().approval = Some(Approval {
            asked_by: by.to_string(),
            ..Approval::default()
        });
    }

    /// Chooses what a member gets by mail.
    pub(crate) fn want_by_mail(&self, user: UserId, notifications: StaffNotifications) {
        let mut state = self.state();
        state.members.get_mut(&user.to_string()).unwrap().notifications = Some(notifications);
    }

    /// Sets phone and signature of a member.
    pub(crate) fn sign_as(&self, user: UserId, phone: &str, signature: &str) {
        let mut state = self.state();
        let member = state.members.get_mut(&user.to_string()).unwrap();
        member.phone = phone.to_owned();
        member.signature = signature.to_owned();
    }

    /// Adds an invitation of Səbinə as an editor; returns its id.
    pub(crate) fn invitation(&self, email: &str, language: &str) -> Uuid {
        let id = self.token_request();
        let invitation = IssueInvitationTokenResponse {
            token: String::new(),
            email: email.to_owned(),
            name: "Səbinə".to_owned(),
            role: StaffRole::Editor.into(),
            language: language_code(language),
            expires_at: Some(prost_types::Timestamp {
                seconds: noon().seconds + 6 * 24 * 3600,
                nanos: 0,
            }),
        };
        self.state().invitations.insert(id.to_string(), invitation);
        id
    }

    /// Adds a member of the team called Nigar.
    pub(crate) fn member(&self, email: &str, role: &str) -> UserId {
        let id = UserId::generate();
        let role = StaffRole::from_str_name(&format!("STAFF_ROLE_{}", role.to_uppercase()));
        let member = GetStaffMemberResponse {
            name: Some(StaffName {
                user_id: id.to_string(),
                name: "Nigar".to_owned(),
                lastname: "Əliyeva".to_owned(),
                role: role.unwrap().into(),
                ..StaffName::default()
            }),
            email: email.to_owned(),
            state: StaffState::Active.into(),
            language: language_code("ru"),
            ..GetStaffMemberResponse::default()
        };
        self.state().members.insert(id.to_string(), member);
        id
    }

    /// Adds a push subscription; returns its id.
    pub(crate) fn subscribe(&self, endpoint: &str, public_key: &[u8], secret: &[u8]) -> Uuid {
        let id = Uuid::now_v7();
        self.state().subscriptions.push(PushSubscription {
            id: id.to_string(),
            endpoint: endpoint.to_owned(),
            public_key: public_key.to_vec(),
            secret: secret.to_vec(),
        });
        id
    }

    /// Returns the number of push subscriptions.
    pub(crate) fn subscriptions(&self) -> usize {
        self.state().subscriptions.len()
    }
}
