//! Tokens of the customer's pages.

use kit::{
    keys::{InvalidKeys, Keys},
    link_token,
};

/// Kind of the tokens.
const KIND: &str = "offer";

/// Kind of the tokens of conversations.
const CONVERSATION: &str = "quote";

/// Keys that sign the tokens of offers: the first signs, both verify.
#[derive(Debug, Clone)]
pub struct OfferKeys(Keys);

impl std::str::FromStr for OfferKeys {
    type Err = InvalidKeys;

    fn from_str(text: &str) -> Result<Self, InvalidKeys> {
        text.parse().map(Self)
    }
}

impl OfferKeys {
    /// Returns the token of an offer, good for all its revisions.
    pub(crate) fn sign(&self, number: &str) -> String {
        link_token::sign(&self.0, KIND, number)
    }

    /// Returns the number of a valid token.
    pub(crate) fn verify<'token>(&self, token: &'token str) -> Option<&'token str> {
        link_token::verify(&self.0, KIND, token)
    }

    /// Returns the token of the conversation of an inquiry.
    pub(crate) fn sign_conversation(&self, inquiry_number: &str) -> String {
        link_token::sign(&self.0, CONVERSATION, inquiry_number)
    }

    /// Returns the number of the inquiry of a valid token of a conversation.
    pub(crate) fn verify_conversation<'token>(&self, token: &'token str) -> Option<&'token str> {
        link_token::verify(&self.0, CONVERSATION, token)
    }
}
