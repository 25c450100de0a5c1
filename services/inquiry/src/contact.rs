//! Customers: their phones, notes and search texts.

use kit::{
    domain::{Language, Phone, UserId},
    search::fold,
};
use time::OffsetDateTime;
use uuid::Uuid;

/// Maximum number of phones, and of e-mails, of a customer.
pub(crate) const MAX_POINTS: i64 = 20;

/// A customer.
#[derive(Clone)]
pub(crate) struct Contact {
    pub(crate) id: Uuid,
    /// `None` once wiped.
    pub(crate) name: Option<String>,
    pub(crate) language: Language,
    /// Note of the staff.
    pub(crate) note: String,
    pub(crate) user: Option<UserId>,
    pub(crate) last_contact_at: OffsetDateTime,
    pub(crate) version: i64,
    pub(crate) changed_by: Option<String>,
    pub(crate) changed_at: OffsetDateTime,
    /// At most [`MAX_POINTS`], proven ones first.
    pub(crate) phones: Vec<String>,
    /// At most [`MAX_POINTS`], proven ones first.
    pub(crate) emails: Vec<String>,
    /// Those of the phones and e-mails that were only typed into forms.
    pub(crate) unproven: Vec<String>,
    pub(crate) inquiries_count: i64,
    /// Total of the orders in qəpik, as of the last answer of the order service.
    pub(crate) orders_total: i64,
}

/// Returns the normal form of a phone; `None` if it is not readable.
pub(crate) fn phone_number(typed: &str) -> Option<String> {
    Phone::parse(typed).ok().map(Phone::into_string)
}

/// Returns folded words, for searches by `like`.
pub(crate) fn search_text<'text>(parts: impl IntoIterator<Item = &'text str>) -> String {
    let folded: Vec<_> = parts
        .into_iter()
        .map(fold)
        .filter(|part| !part.is_empty())
        .collect();
    folded.join(" ")
}

/// Separator of the notes of merged customers.
pub(crate) const NOTE_SEPARATOR: &str = "\n";

/// Separator of the search texts of merged customers.
pub(crate) const SEARCH_SEPARATOR: &str = " ";

/// Returns a text with that of a merged customer behind it.
pub(crate) fn joined(own: &str, other: &str, separator: &str) -> String {
    let parts: Vec<_> = [own, other].into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(separator)
}

/// Returns a text of [`joined`] without its last part that is the other's text; `None` if it has no such part.
pub(crate) fn parted(text: &str, other: &str, separator: &str) -> Option<String> {
    if other.is_empty() {
        return Some(text.to_owned());
    }
    text.rmatch_indices(other).find_map(|(start, _)| {
        let (before, rest) = text.split_at_checked(start)?;
        let after = rest.strip_prefix(other)?;
        let before = match before {
            "" => before,
            before => before.strip_suffix(separator)?,
        };
        let after = match after {
            "" => after,
            after => after.strip_prefix(separator)?,
        };
        Some(joined(before, after, separator))
    })
}

#[cfg(test)]
mod tests {
    use kit::domain::{RecordKind, reference_number};
    use uuid::Uuid;

    use super::*;
    use crate::testing::Fixture;

    #[test]
    fn search_text_has_folded_words() {
        assert_eq!(search_text(["Leyla", "", "Məmmədova"]), "leyla memmedova");
    }

    #[test]
    fn texts_of_merged_customers_can_be_parted() {
        for (own, other) in [
            ("", ""),
            ("a", ""),
            ("", "b"),
            ("a", "b"),
            ("b", "b"),
            ("a b c", "b"),
        ] {
            let text = joined(own, other, " ");
            assert_eq!(
                parted(&text, other, " ").as_deref(),
                Some(own),
                "{own:?} {other:?}"
            );
            // Text that was added since stays.
            let longer = format!("z {text} y");
            assert!(other.is_empty() || parted(&longer, other, " ").is_some_and(|rest| rest.ends_with(" y")));
        }
        assert_eq!(parted("ab bc", "b", " "), None);
        assert_eq!(parted("a changed", "b", " "), None);
    }

    /// Inserts a customer with an inquiry as the previous version stored them, and returns the customer's id.
    async fn insert_old(
        fixture: &Fixture,
        name: &str,
        typed: &str,
        stored: &str,
        user: Option<Uuid>,
    ) -> Uuid {
        let contact = Uuid::now_v7();
        let number = reference_number(RecordKind::Message);
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
            "insert into contact (id, name, language, user_id, last_contact_at, search)
                 values ('{contact}', '{name}', 'az', {user}, now(), 'le\u{e9}la');
             insert into contact_point (kind, value, contact_id) values ('phone', '{stored}', '{contact}')
                 on conflict do nothing;
             insert into inquiry (id, number, kind, language, name, surname, phone, email, message, contact_id, phone_number,
                                  search, promise_at)
                 values (gen_random_uuid(), '{number}', 'contact', 'az', '{name}', '', '{typed}', '', 'Salam', '{contact}',
                         '{stored}', '', now())",
            user = user.map_or_else(|| "null".to_owned(), |user| format!("'{user}'")),
        )))
        .execute(fixture.harness.pool())
        .await
        .unwrap();
        contact
    }

    #[tokio::test]
    async fn migration_merges_customers_with_one_phone_unless_they_have_two_accounts() {
        let fixture = Fixture::start().await;
        let leyla = insert_old(&fixture, "Ley\u{200b}la", "0501234567", "+994501234567", None).await;
        let again = insert_old(
            &fixture,
            "Leyla",
            "+9940501234567",
            "+9940501234567",
            Some(Uuid::now_v7()),
        )
        .await;
        let (one, two) = (Uuid::now_v7(), Uuid::now_v7());
        let rauf = insert_old(&fixture, "Rauf", "+994551234567", "+994551234567", Some(one)).await;
        let other = insert_old(
            &fixture,
            "Orxan",
            "+994 0 55 1234567",
            "+9940551234567",
            Some(two),
        )
        .await;
        let abroad = insert_old(&fixture, "Marina", "5551234567", "+5551234567", None).await;
        for _ in 0..2 {
            let mut transaction = kit::database::begin(fixture.harness.pool()).await.unwrap();
            sqlx::raw_sql(include_str!("../migrations/0010_normal_forms.sql"))
                .execute(&mut *transaction)
                .await
                .unwrap();
            transaction.commit().await.unwrap();
        }
        let points: Vec<(String, Uuid)> =
            sqlx::query_as("select value, contact_id from contact_point where kind = 'phone' order by value")
                .fetch_all(fixture.harness.pool())
                .await
                .unwrap();
        assert_eq!(
            points,
            [
                ("+994501234567".to_owned(), leyla),
                ("+994551234567".to_owned(), rauf),
                ("5551234567".to_owned(), abroad)
            ]
        );
        let contacts: Vec<(Uuid, String, String, bool)> = sqlx::query_as(
            "select contact.id, contact.name, contact.search, user_id is not null from contact order by contact.id",
        )
        .fetch_all(fixture.harness.pool())
        .await
        .unwrap();
        let contact =
            |id, name: &str, search: &str, has_account| (id, name.to_owned(), search.to_owned(), has_account);
        assert_eq!(
            contacts,
            [
                contact(leyla, "Leyla", "leela leela", true),
                contact(rauf, "Rauf", "leela", true),
                contact(other, "Orxan", "leela", true),
                contact(abroad, "Marina", "leela", false),
            ]
        );
        let inquiries: Vec<(String, String, Uuid)> = sqlx::query_as(
            "select phone, phone_number, contact_id from inquiry order by contact_id, phone_number",
        )
        .fetch_all(fixture.harness.pool())
        .await
        .unwrap();
        let inquiry = |phone: &str, contact| (phone.to_owned(), phone.to_owned(), contact);
        assert_eq!(
            inquiries,
            [
                inquiry("+994501234567", leyla),
                inquiry("+994501234567", leyla),
                inquiry("+994551234567", rauf),
                inquiry("+994551234567", other),
                inquiry("5551234567", abroad),
            ]
        );
        let audited: Vec<(String, String, serde_json::Value)> = sqlx::query_as(
            "select action, subject, detail from audit where action like '%Contact%' order by action",
        )
        .fetch_all(fixture.harness.pool())
        .await
        .unwrap();
        let entry = |action: &str, kept: Uuid, gone: Uuid| {
            (
                action.to_owned(),
                kept.to_string(),
                serde_json::json!({"contact": gone}),
            )
        };
        assert_eq!(
            audited,
            [
                entry("ContactsShareAPhone", rauf, other),
                entry("MergeContacts", leyla, again)
            ]
        );
    }
}
