//! The tables `contact` and `contact_point`.

use kit::{
    caller::Actor,
    domain::{Language, UserId},
    search::RecordQuery,
    vocabulary::inquiry::ContactSort as Sort,
};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{contact_total::Points, merge};
use crate::{
    contact::{Contact, MAX_POINTS, search_text},
    inquiry::{Inquiry, Sender},
};

/// Sender of an inquiry, to find or create the customer.
pub(crate) struct Identity<'sender> {
    pub(crate) sender: &'sender Sender,
    /// `+` and digits.
    pub(crate) phone: Option<&'sender str>,
    pub(crate) language: Language,
    pub(crate) user: Option<UserId>,
    pub(crate) at: OffsetDateTime,
    /// Whether staff noted the sender. Anybody can type anything into a form.
    pub(crate) is_proven: bool,
}

/// Returns the customer with this phone or e-mail, and creates or completes it. Proven points win over those of forms, and
/// the phone over the e-mail. Parallel calls for one phone or e-mail wait for each other.
///
/// A form adds to a customer whom it did not create only unproven points, as far as there is room. Staff prove points, and
/// take them from customers who have them unproven.
pub(crate) async fn ensure(
    connection: &mut PgConnection,
    identity: &Identity<'_>,
) -> Result<Uuid, sqlx::Error> {
    let email = Some(identity.sender.email.to_lowercase()).filter(|email| !email.is_empty());
    let points: Vec<(&str, &str)> = identity
        .phone
        .map(|phone| ("phone", phone))
        .into_iter()
        .chain(email.as_deref().map(|email| ("email", email)))
        .collect();
    lock_points(connection, points.iter().map(|(_, value)| *value)).await?;
    let (kinds, values): (Vec<_>, Vec<_>) = points
        .iter()
        .map(|(kind, value)| ((*kind).to_owned(), (*value).to_owned()))
        .unzip();
    let known = sqlx::query_scalar!(
        "select contact_id from contact_point
         where (kind, value) in (select * from unnest($1::text[], $2::text[]))
         order by is_proven desc, kind desc limit 1",
        &kinds,
        &values,
    )
    .fetch_optional(&mut *connection)
    .await?;
    let name = identity.sender.full_name();
    let parts = [name.as_str()]
        .into_iter()
        .chain(values.iter().map(String::as_str));
    let search = search_text(parts);
    let id = match known {
        Some(known) => merge::lock_present(connection, known).await?,
        None => Uuid::now_v7(),
    };
    sqlx::query!(
        "insert into contact (id, name, language, user_id, last_contact_at, search)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (id) do update
         set language = case when $7 then excluded.language else contact.language end,
             last_contact_at = greatest(excluded.last_contact_at, contact.last_contact_at),
             search = case when contact.search like '%' || excluded.search || '%' then contact.search
                      when $7 then left(excluded.search || ' ' || contact.search, 4000)
                      else left(contact.search || ' ' || excluded.search, 4000) end",
        id,
        name,
        identity.language.name(),
        identity.user.map(UserId::uuid),
        identity.at,
        search,
        identity.is_proven,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into contact_point (kind, value, contact_id, is_proven)
         select kind, value, $3, $4 from unnest($1::text[], $2::text[]) as point (kind, value)
         on conflict (kind, value) do update
         set contact_id = excluded.contact_id, is_proven = true, added_at = excluded.added_at
         where excluded.is_proven and not contact_point.is_proven",
        &kinds,
        &values,
        id,
        identity.is_proven,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "delete from contact_point
         where (kind, value) in (select kind, value from placed_point where contact_id = $1 and place > $2)
           and not exists (select from contact_merge_point as kept
                           where kept.kind = contact_point.kind and kept.value = contact_point.value)",
        id,
        MAX_POINTS,
    )
    .execute(connection)
    .await?;
    Ok(id)
}

/// Locks phones and e-mails until the transaction ends.
async fn lock_points(
    connection: &mut PgConnection,
    values: impl Iterator<Item = &str>,
) -> Result<(), sqlx::Error> {
    // In one order, so that two calls do not wait for each other.
    let mut locks: Vec<_> = values.map(|value| format!("contact {value}")).collect();
    locks.sort_unstable();
    for lock in locks {
        sqlx::query!(
            r#"select pg_advisory_xact_lock(hashtextextended($1, 0)) as "locked: ()""#,
            lock
        )
        .fetch_one(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Locks the customer for which an id stands until the transaction ends and returns it.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    contact: Uuid,
) -> Result<Option<Contact>, sqlx::Error> {
    let contact = merge::lock_present(connection, contact).await?;
    load(connection, contact).await
}

/// Another phone or e-mail in the place of the first one.
#[derive(Debug)]
pub(crate) struct PointChange {
    /// `phone` or `email`.
    pub(crate) kind: &'static str,
    /// `None` if there is none.
    pub(crate) from: Option<String>,
    /// `None` removes the first one.
    pub(crate) to: Option<String>,
}

/// Replaces phones and e-mails of a locked customer; the new ones are proven. Returns the kind of the first one that another
/// customer has proven, with that customer, and changes nothing then.
pub(crate) async fn replace_points(
    connection: &mut PgConnection,
    contact: Uuid,
    changes: &[PointChange],
) -> Result<Option<(&'static str, Uuid)>, sqlx::Error> {
    lock_points(
        connection,
        changes.iter().filter_map(|change| change.to.as_deref()),
    )
    .await?;
    for change in changes {
        let other = sqlx::query_scalar!(
            "select contact_id from contact_point
             where kind = $1 and value = $2 and contact_id <> $3 and is_proven",
            change.kind,
            change.to,
            contact,
        )
        .fetch_optional(&mut *connection)
        .await?;
        if let Some(other) = other {
            return Ok(Some((change.kind, other)));
        }
    }
    for change in changes {
        sqlx::query!(
            "delete from contact_point where kind = $1 and value = $2 and contact_id = $3",
            change.kind,
            change.from,
            contact,
        )
        .execute(&mut *connection)
        .await?;
        sqlx::query!(
            "insert into contact_point (kind, value, contact_id, is_proven)
             select $1, value, $3, true from unnest($2::text[]) as value
             on conflict (kind, value) do update
             set contact_id = excluded.contact_id, is_proven = true, added_at = excluded.added_at",
            change.kind,
            &change.to.iter().cloned().collect::<Vec<_>>(),
            contact,
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(None)
}

/// Updates a customer's own fields and the search text, to which the new name, phones and e-mails are added.
pub(crate) async fn update(
    connection: &mut PgConnection,
    contact: &Contact,
    actor: &Actor,
) -> Result<(), sqlx::Error> {
    let parts = contact.name.iter().chain(&contact.phones).chain(&contact.emails);
    sqlx::query!(
        "update contact
         set name = $2, language = $3, note = $4,
             search = case when search like '%' || $5 || '%' then search else left($5 || ' ' || search, 4000) end,
             version = version + 1, changed_by = $6, changed_at = now()
         where id = $1",
        contact.id,
        contact.name,
        contact.language.name(),
        contact.note,
        search_text(parts.map(String::as_str)),
        actor.to_string(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Records a contact with the customer.
pub(crate) async fn touch(
    connection: &mut PgConnection,
    contact: Uuid,
    at: OffsetDateTime,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update contact set last_contact_at = greatest(last_contact_at, $2) where id = $1",
        contact,
        at,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Wipes those of these customers that have no inquiry left, with those that were merged into them, and returns them. `by` is
/// the actor; `None` for the system.
pub(crate) async fn wipe_without_inquiries(
    connection: &mut PgConnection,
    contacts: &[Uuid],
    by: Option<&str>,
) -> Result<Vec<Uuid>, sqlx::Error> {
    let wiped = sqlx::query_scalar!(
        "update contact
         set name = null, search = null, user_id = null, orders_total = 0, wiped_at = now(),
             version = version + 1, changed_by = $2, changed_at = now()
         where id = any($1) and wiped_at is null
           and not exists (select from inquiry where inquiry.contact_id = contact.id)
         returning id",
        contacts,
        by,
    )
    .fetch_all(&mut *connection)
    .await?;
    sqlx::query!("delete from contact_point where contact_id = any($1)", &wiped)
        .execute(&mut *connection)
        .await?;
    if !wiped.is_empty() {
        // Customers that were merged into a merged one follow in the next turn.
        while merge::end(connection).await? > 0 {}
    }
    Ok(wiped)
}

/// Filter and order of customers.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Filter {
    pub(crate) query: Option<RecordQuery>,
    pub(crate) languages: Vec<String>,
    pub(crate) has_account: Option<bool>,
    pub(crate) from: Option<OffsetDateTime>,
    /// Exclusive.
    pub(crate) to: Option<OffsetDateTime>,
    #[serde(serialize_with = "serialize_variant")]
    pub(crate) sort: Sort,
}

/// Serializes the variant, as cursors of earlier versions have it.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn serialize_variant<S: serde::Serializer>(sort: &Sort, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{sort:?}"))
}

/// Position of a customer in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    pub(crate) name: String,
    pub(crate) at: OffsetDateTime,
    /// Qəpik.
    pub(crate) total: i64,
    pub(crate) id: Uuid,
}

struct Row {
    id: Uuid,
    name: Option<String>,
    language: String,
    note: String,
    user_id: Option<UserId>,
    last_contact_at: OffsetDateTime,
    version: i64,
    changed_by: Option<String>,
    changed_at: OffsetDateTime,
    phones: Vec<String>,
    emails: Vec<String>,
    unproven: Vec<String>,
    inquiries_count: i64,
    orders_total: i64,
}

impl TryFrom<Row> for Contact {
    type Error = sqlx::Error;

    fn try_from(mut row: Row) -> Result<Self, sqlx::Error> {
        row.unproven
            .retain(|point| row.phones.contains(point) || row.emails.contains(point));
        Ok(Self {
            id: row.id,
            name: row.name,
            language: row
                .language
                .parse()
                .map_err(|_| sqlx::Error::Decode("unknown language".into()))?,
            note: row.note,
            user: row.user_id,
            last_contact_at: row.last_contact_at,
            version: row.version,
            changed_by: row.changed_by,
            changed_at: row.changed_at,
            phones: row.phones,
            emails: row.emails,
            unproven: row.unproven,
            inquiries_count: row.inquiries_count,
            orders_total: row.orders_total,
        })
    }
}

/// Returns a page of customers after a position, and the number on all pages, at most 10,001.
pub(crate) async fn list(
    connection: &mut PgConnection,
    filter: &Filter,
    after: Option<&Position>,
    limit: i64,
) -> Result<(Vec<Contact>, i64), sqlx::Error> {
    let (phones, words) = filter
        .query
        .as_ref()
        .map(|query| (query.phones.clone(), query.words.clone()))
        .unzip();
    let languages = Some(&filter.languages).filter(|languages| !languages.is_empty());
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
               select from contact
               where merged_into is null
                 and ($1::text[] is null or cardinality($2::text[]) > 0 and search like all($2)
                      or exists (select from contact_point
                                 where contact_id = contact.id and kind = 'phone' and value like any($1)))
                 and ($3::text[] is null or language = any($3))
                 and ($4::boolean is null or (user_id is not null) = $4)
                 and ($5::timestamptz is null or last_contact_at >= $5)
                 and ($6::timestamptz is null or last_contact_at < $6)
               limit 10001) as found"#,
        phones.as_deref(),
        words.as_deref(),
        languages.map(Vec::as_slice),
        filter.has_account,
        filter.from,
        filter.to,
    )
    .fetch_one(&mut *connection)
    .await?;
    let rows = sqlx::query_as!(
        Row,
        r#"select id, name, language, note, user_id as "user_id: UserId", last_contact_at, version, changed_by, changed_at,
                  orders_total,
                  array(select value from placed_point where contact_id = contact.id and kind = 'phone'
                        and place <= $14 order by place) as "phones!",
                  array(select value from placed_point where contact_id = contact.id and kind = 'email'
                        and place <= $14 order by place) as "emails!",
                  array(select value from contact_point where contact_id = contact.id and not is_proven) as "unproven!",
                  (select count(*) from inquiry where contact_id = contact.id) as "inquiries_count!"
           from contact
           where merged_into is null
             and ($1::text[] is null or cardinality($2::text[]) > 0 and search like all($2)
                  or exists (select from contact_point
                             where contact_id = contact.id and kind = 'phone' and value like any($1)))
             and ($3::text[] is null or language = any($3))
             and ($4::boolean is null or (user_id is not null) = $4)
             and ($5::timestamptz is null or last_contact_at >= $5)
             and ($6::timestamptz is null or last_contact_at < $6)
             and ($9::uuid is null
                  or case when $7 then (coalesce(name, '') collate "az-x-icu", id) > ($8, $9)
                          when $12 then (orders_total, id) < ($13, $9)
                          else (last_contact_at, id) < ($10, $9) end)
           order by case when $7 then coalesce(name, '') end collate "az-x-icu", case when $7 then id end,
                    case when $12 then orders_total end desc, case when $12 then id end desc,
                    last_contact_at desc, id desc
           limit $11"#,
        phones.as_deref(),
        words.as_deref(),
        languages.map(Vec::as_slice),
        filter.has_account,
        filter.from,
        filter.to,
        filter.sort == Sort::Name,
        after.map(|after| after.name.as_str()),
        after.map(|after| after.id),
        after.map(|after| after.at),
        limit,
        filter.sort == Sort::Total,
        after.map(|after| after.total),
        MAX_POINTS,
    )
    .fetch_all(connection)
    .await?;
    let contacts: Result<_, _> = rows.into_iter().map(Contact::try_from).collect();
    Ok((contacts?, total))
}

/// Returns the phones and e-mails of a customer.
pub(crate) async fn points(connection: &mut PgConnection, contact: Uuid) -> Result<Points, sqlx::Error> {
    sqlx::query_as!(
        Points,
        r#"select $1::uuid as "contact!",
                  array(select value from contact_point where contact_id = $1 and kind = 'phone') as "phones!",
                  array(select value from contact_point where contact_id = $1 and kind = 'email') as "emails!""#,
        contact,
    )
    .fetch_one(connection)
    .await
}

/// Returns the customer for which an id stands: that of a merged one stands for the one that it was merged into.
pub(crate) async fn find(
    connection: &mut PgConnection,
    contact: Uuid,
) -> Result<Option<Contact>, sqlx::Error> {
    let contact = merge::resolve(connection, contact).await?;
    load(connection, contact).await
}

/// Returns the row of a customer, also of a merged one.
pub(crate) async fn load(
    connection: &mut PgConnection,
    contact: Uuid,
) -> Result<Option<Contact>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"select id, name, language, note, user_id as "user_id: UserId", last_contact_at, version, changed_by, changed_at,
                  orders_total,
                  array(select value from placed_point where contact_id = contact.id and kind = 'phone'
                        and place <= $2 order by place) as "phones!",
                  array(select value from placed_point where contact_id = contact.id and kind = 'email'
                        and place <= $2 order by place) as "emails!",
                  array(select value from contact_point where contact_id = contact.id and not is_proven) as "unproven!",
                  (select count(*) from inquiry where contact_id = contact.id) as "inquiries_count!"
           from contact where id = $1"#,
        contact,
        MAX_POINTS,
    )
    .fetch_optional(connection)
    .await?;
    row.map(Contact::try_from).transpose()
}

/// Returns the newest 50 inquiries of a customer.
pub(crate) async fn inquiries(
    connection: &mut PgConnection,
    contact: Uuid,
) -> Result<Vec<Inquiry>, sqlx::Error> {
    let rows = super::inquiry::select_inquiry!(
        "where contact_id = $1 order by created_at desc, id desc limit 50",
        contact
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter().map(Inquiry::try_from).collect()
}

#[cfg(test)]
mod tests {
    use kit::{caller::Caller, domain::UserId, grpc::client::on_behalf_of, staff::StaffRole};
    use proto::inquiry::v1::{
        Contact, CreateInquiryRequest, GetContactRequest, ListContactsRequest, RequestQuoteRequest,
    };
    use testkit::caller;

    use crate::testing::{Fixture, WARDROBE, member, quote, staff};

    async fn read(fixture: &Fixture, contact: &str) -> Contact {
        let request = GetContactRequest {
            contact_id: contact.to_owned(),
        };
        let request = on_behalf_of(&caller::staff(), request);
        let response = fixture.inbox().get_contact(request).await.unwrap();
        response.into_inner().contact.unwrap()
    }

    /// Requests a quote from an address of its own and returns the customer of it.
    async fn form(fixture: &Fixture, caller: &Caller, host: usize, request: RequestQuoteRequest) -> String {
        let request = RequestQuoteRequest {
            client_address: format!("203.0.113.{host}"),
            ..request
        };
        let number = fixture.request_quote_as(caller, request).await.unwrap();
        fixture.read(&number).await.work.unwrap().contact_id
    }

    /// Notes a request at the desk and returns its customer.
    async fn noted(fixture: &Fixture, phone: &str, email: &str) -> String {
        let request = CreateInquiryRequest {
            source: "walkIn".to_owned(),
            name: "Leyla".to_owned(),
            phone: phone.to_owned(),
            email: email.to_owned(),
            ..CreateInquiryRequest::default()
        };
        let request = on_behalf_of(&staff(member(StaffRole::Manager)), request);
        let created = fixture.inbox().create_inquiry(request).await.unwrap();
        created.into_inner().inquiry.unwrap().work.unwrap().contact_id
    }

    fn strange(index: usize) -> RequestQuoteRequest {
        RequestQuoteRequest {
            name: "Strange".to_owned(),
            email: format!("strange{index}@example.az"),
            ..quote(WARDROBE)
        }
    }

    #[tokio::test]
    async fn form_neither_changes_the_account_nor_moves_the_points_of_a_customer() {
        let fixture = Fixture::start().await;
        let (leyla, attacker) = (UserId::generate(), UserId::generate());
        let contact = form(&fixture, &caller::customer(leyla), 1, quote(WARDROBE)).await;
        let before = read(&fixture, &contact).await;
        let same = form(&fixture, &caller::customer(attacker), 2, strange(0)).await;
        assert_eq!(same, contact);
        let after = read(&fixture, &contact).await;
        assert_eq!(after.user_id, leyla.to_string());
        assert_eq!(after.name, before.name);
        assert_eq!(after.emails, [before.emails[0].as_str(), "strange0@example.az"]);
        assert_eq!(after.unproven.len(), 3);

        let guest = RequestQuoteRequest {
            phone: "+994551112233".to_owned(),
            email: "guest@example.az".to_owned(),
            ..quote(WARDROBE)
        };
        let contact = form(&fixture, &caller::anonymous(), 3, guest.clone()).await;
        form(&fixture, &caller::customer(attacker), 4, guest).await;
        assert_eq!(read(&fixture, &contact).await.user_id, "");
    }

    #[tokio::test]
    async fn customer_keeps_twenty_points_of_a_kind_and_shows_proven_ones_first() {
        let fixture = Fixture::start().await;
        let contact = form(&fixture, &caller::anonymous(), 1, quote(WARDROBE)).await;
        let own = read(&fixture, &contact).await.emails[0].clone();
        for index in 0..24 {
            form(&fixture, &caller::anonymous(), index + 2, strange(index)).await;
        }
        let flooded = read(&fixture, &contact).await;
        assert_eq!(flooded.emails.len(), 20);
        assert_eq!(flooded.emails[0], own);
        assert_eq!(fixture.count("select count(*) from inquiry").await, 25);

        // Staff notes another address, and one that a form has claimed.
        assert_eq!(noted(&fixture, "0501234567", "leyla@work.az").await, contact);
        assert_eq!(
            noted(&fixture, "0501234567", "strange3@example.az").await,
            contact
        );
        let proven = read(&fixture, &contact).await;
        assert_eq!(
            proven.emails[..3],
            ["strange3@example.az", "leyla@work.az", own.as_str()]
        );
        assert_eq!((proven.emails.len(), proven.phones.len()), (20, 1));
        assert_eq!(proven.unproven.len(), 18);
        let list = on_behalf_of(
            &caller::staff(),
            ListContactsRequest {
                limit: 10,
                ..ListContactsRequest::default()
            },
        );
        let listed = fixture.inbox().list_contacts(list).await.unwrap().into_inner();
        assert_eq!(listed.contacts[0].emails, proven.emails);
    }

    #[tokio::test]
    async fn staff_takes_a_point_that_another_customer_has_unproven() {
        let fixture = Fixture::start().await;
        let leyla = noted(&fixture, "0501234567", "").await;
        let claimed = RequestQuoteRequest {
            phone: "+994551112233".to_owned(),
            email: "leyla@example.az".to_owned(),
            ..quote(WARDROBE)
        };
        let other = form(&fixture, &caller::anonymous(), 1, claimed).await;
        assert_ne!(other, leyla);
        assert_eq!(noted(&fixture, "0501234567", "leyla@example.az").await, leyla);
        assert_eq!(read(&fixture, &leyla).await.emails, ["leyla@example.az"]);
        assert!(read(&fixture, &other).await.emails.is_empty());
    }
}
