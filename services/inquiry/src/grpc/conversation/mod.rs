//! The rpcs of conversations, one file each.

mod answer_customer;
pub(super) mod convert;
mod get_conversation;
mod get_conversation_token;
mod get_unread_mail;
mod link;
mod mark_messages_read;
#[cfg(test)]
mod tests;
mod view_conversation;
mod write_message;

use super::State;

kit::rpcs! {
    impl proto::inquiry::v1::conversation_service_server::ConversationService for State {
        anyone view_conversation(ViewConversationRequest) -> ViewConversationResponse;
        anyone write_message(WriteMessageRequest) -> WriteMessageResponse;
        staff(QuotesRead) get_conversation(GetConversationRequest) -> GetConversationResponse;
        staff(QuotesWrite) answer_customer(AnswerCustomerRequest) -> AnswerCustomerResponse;
        staff(QuotesWrite) mark_messages_read(MarkMessagesReadRequest) -> MarkMessagesReadResponse;
        gateway get_conversation_token(GetConversationTokenRequest) -> GetConversationTokenResponse;
        service("notification") get_unread_mail(GetUnreadMailRequest) -> GetUnreadMailResponse;
    }
}
