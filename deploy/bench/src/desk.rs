//! Made-up quotes, orders and a signed-in manager, inserted into the databases of a shop that ends with the measurement.

use std::time::Duration;

use anyhow::{Context as _, Result};
use local::Postgres;
use sqlx::{Connection as _, PgConnection};

/// Cookie of the manager's session: the token of 32 zero bytes.
pub(crate) const COOKIE: &str = "desk-session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Quotes and orders of a measurement.
pub(crate) const QUOTES: i32 = 10_000;
pub(crate) const ORDERS: i32 = 50_000;

const TIMEOUT: Duration = Duration::from_mins(10);

/// A team of one manager with a session of a day.
const TEAM: &str = "
with manager as (
    insert into app_user (user_id, email, name, lastname, password_hash, role, language)
    values ('00000000-0000-4000-8000-000000000001', 'manager@example.com', 'Nigar', 'Uydurma', '-', 'staff', 'az')
    on conflict do nothing returning user_id
), member as (
    insert into staff (user_id, role, accepted_at) select user_id, 'manager', now() from manager returning user_id
), family as (
    insert into desk_family (family_id, user_id, step)
    select '00000000-0000-4000-8000-000000000002', user_id, 'done' from member returning family_id
)
insert into desk_pair (session_hash, refresh_hash, family_id, session_expires_at)
select sha256(decode(repeat('00', 32), 'hex')), sha256(decode(repeat('01', 32), 'hex')), family_id,
       now() + interval '1 day'
from family
";

/// Customers with two quotes each: every 25th quote is new, others are in all states; some are to be followed up.
const INQUIRIES: [&str; 4] = [
    "
insert into contact (id, name, language, last_contact_at, search)
select md5('contact' || n)::uuid, 'Uydurma ' || n, (array['az', 'ru', 'en'])[1 + n % 3],
       now() - n * interval '5 minutes', 'uydurma ' || n || ' uydurma' || n || '@example.com +994500' || lpad(n::text, 6, '0')
from generate_series(1, $1 / 2) as n
on conflict do nothing
",
    "
insert into contact_point (kind, value, contact_id)
select kind, value, md5('contact' || n)::uuid
from generate_series(1, $1 / 2) as n,
     lateral (values ('phone', '+994500' || lpad(n::text, 6, '0')), ('email', 'uydurma' || n || '@example.com'))
         as point (kind, value)
on conflict do nothing
",
    "
insert into inquiry (id, number, kind, status, language, created_at, product_id, product_name_az, product_name_ru,
                     product_name_en, product_image, quantity, name, surname, phone, email, message, assignee, contact_id,
                     phone_number, search, follow_up_kind, follow_up_at, follow_up_text, follow_up_overdue_at,
                     last_customer_at, answered_at, last_contact_at, promise_at)
select md5('inquiry' || n)::uuid, 'SQ-' || lpad(n::text, 8, '0'), 'quote', status, (array['az', 'ru', 'en'])[1 + n % 3],
       written, 1 + n % 70, 'Palıd taburet', 'Дубовый табурет', 'Oak stool', '/images/made-up.webp', 1 + n % 9,
       'Uydurma', person::text, '0500' || lpad(person::text, 6, '0'), 'uydurma' || person || '@example.com',
       repeat('Ölçmə üçün uydurulmuş sorğu. ', 4),
       case when status <> 'new' then '00000000-0000-4000-8000-000000000001'::uuid end, md5('contact' || person)::uuid,
       '+994500' || lpad(person::text, 6, '0'),
       'uydurma ' || person || ' uydurma' || person || '@example.com palid taburet dubovyi taburet oak stool',
       case when follow_up is not null then 'call' end, follow_up, case when follow_up is not null then 'Zəng' end,
       follow_up + interval '2 hours', written, case when status <> 'new' then written + interval '1 hour' end,
       written, written + interval '2 hours'
from (
    select n, 1 + n % ($1 / 2) as person, now() - n * interval '10 minutes' as written,
           case when n % 25 = 0 then 'new'
                else (array['assigned', 'waiting', 'offered', 'won', 'lost', 'closed'])[1 + n % 6] end as status,
           case when n % 11 = 0 then now() + (n % 200 - 100) * interval '1 hour' end as follow_up
    from generate_series(1, $1) as n
) as made_up
on conflict do nothing
",
    "
insert into inquiry_event (id, inquiry_id, at, actor, kind, text, detail)
select md5(kind || n)::uuid, md5('inquiry' || n)::uuid, now() - n * interval '10 minutes', null, kind, text, detail
from generate_series(1, $1) as n,
     lateral (values ('created', '', '{\"source\": \"website\"}'::jsonb),
                     ('note', 'Uydurma qeyd', '{\"mentions\": []}'::jsonb)) as event (kind, text, detail)
on conflict do nothing
",
];

/// Orders of two lines, most of them completed.
const ORDERED: [&str; 5] = [
    "
insert into customer_order (id, number, status, payment_status, total_minor, language, search_text, ordered_at, source,
                            delivery_method, delivery_on, paid_minor, customer_phone, customer_email, desk_search)
select md5('order' || n)::uuid, 'SB-' || lpad(n::text, 8, '0'), status,
       case when n % 10 = 0 then 'pending' else 'paid' end, 150000 + n % 977 * 100,
       (array['az', 'ru', 'en'])[1 + n % 3], 'sb-' || lpad(n::text, 8, '0') || E'\\npalıd şkaf', now() - n * interval '3 minutes',
       'phone', case when n % 3 > 0 then 'delivery' end, case when n % 3 > 0 then current_date + 30 - n / 500 end,
       case when n % 10 = 0 then 0 else 150000 + n % 977 * 100 end,
       '+994500' || lpad((n % 20000)::text, 6, '0'), 'uydurma' || n % 20000 || '@example.com',
       'uydurma ' || n % 20000 || E'\\nuydurma' || n % 20000 || E'@example.com\\npalid skaf'
from (
    select n, case when n % 20 = 0 then (array['pending', 'processing', 'shipped', 'delivered'])[1 + n / 20 % 4]
                   when n % 33 = 0 then 'cancelled' else 'completed' end as status
    from generate_series(1, $1) as n
) as made_up
on conflict do nothing
",
    "
insert into order_line (order_id, position, product_id, name_az, name_ru, name_en, image, quantity, unit_price_minor,
                        subtotal_minor, code, list_price_minor, discount_percent)
select md5('order' || n)::uuid, line, 1 + (n + line) % 70, 'Palıd şkaf', 'Дубовый шкаф', 'Oak wardrobe',
       '/images/made-up.webp', 1, 75000, 75000, 'SK-' || line, 75000, 0
from generate_series(1, $1) as n, generate_series(1, 2) as line
on conflict do nothing
",
    "
insert into order_address (order_id, kind, first_name, last_name, email, phone, address, city, state, postal_code, country)
select md5('order' || n)::uuid, kind, 'Uydurma', (n % 20000)::text, 'uydurma' || n % 20000 || '@example.com',
       '+994500' || lpad((n % 20000)::text, 6, '0'), 'Nizami küçəsi 1', 'Bakı', 'Bakı', 'AZ1000', 'Azərbaycan'
from generate_series(1, $1) as n, unnest(array['shipping', 'billing']) as kind
on conflict do nothing
",
    "
insert into order_history (order_id, status)
select md5('order' || n)::uuid, 'pending' from generate_series(1, $1) as n
",
    "
insert into payment (id, order_id, kind, amount_minor, method)
select md5('payment' || id)::uuid, id, 'in', paid_minor, 'card' from customer_order
where source = 'phone' and paid_minor > 0 and $1 > 0
on conflict do nothing
",
];

/// The pages that staff opens most: lists with their filters and searches, counts, one record of each.
pub(crate) const PATHS: [&str; 15] = [
    "quotes",
    "quotes?status=new",
    "quotes?sort=-created&limit=100",
    "quotes?q=uydurma",
    "quotes/counts",
    "quotes/SQ-00000025",
    "orders",
    "orders?status=Pending,Processing&sort=delivery",
    "orders?sort=-total&limit=100",
    "orders?q=palid",
    "orders?q=SB-00000",
    "orders/counts",
    "orders/SB-00000020",
    "customers",
    "customers?q=uydurma",
];

/// The desk's lists of products by filter, sort and search, and one product.
pub(crate) const PRODUCT_PATHS: [&str; 10] = [
    "products",
    "products?sort=-changed&limit=100",
    "products?sort=price",
    "products?sort=name",
    "products?q=taburet",
    "products?q=BENCH-0000",
    "products?category=1&isActive=true",
    "products?stock=madeToOrder&sort=-changed",
    "products?isActive=true&sort=-changed",
    "products/BENCH-0001100",
];

/// Inserts the team if it is not there yet.
///
/// # Errors
/// If the database fails.
pub(crate) async fn insert_team(postgres: &Postgres) -> Result<()> {
    run(&postgres.url("account"), &[TEAM], None).await
}

/// Inserts the team, quotes and orders that are not there yet.
///
/// # Errors
/// If a database fails, or takes longer than ten minutes.
pub(crate) async fn insert(postgres: &Postgres, quotes: i32, orders: i32) -> Result<()> {
    let work = async {
        insert_team(postgres).await?;
        run(&postgres.url("inquiry"), &INQUIRIES, Some(quotes)).await?;
        run(&postgres.url("order"), &ORDERED, Some(orders)).await
    };
    tokio::time::timeout(TIMEOUT, work)
        .await
        .context("PostgreSQL did not insert the quotes and orders within 10 minutes")?
        .context("cannot insert the made-up quotes and orders")
}

/// Runs statements, each with the number of records, and updates the statistics.
async fn run(database: &str, statements: &[&'static str], number: Option<i32>) -> Result<()> {
    let mut connection = PgConnection::connect(database).await?;
    for statement in statements {
        let query = sqlx::query(*statement);
        let query = match number {
            Some(number) => query.bind(number),
            None => query,
        };
        query.execute(&mut connection).await?;
    }
    sqlx::query("analyze").execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}
