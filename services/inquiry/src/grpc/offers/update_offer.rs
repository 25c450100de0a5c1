//! Staff: changes a draft.

use kit::{
    calendar,
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    domain::{Language, Money},
    failure::Failure,
    staff::{Access, Permission},
    validation::{FieldErrors, INVALID, OUT_OF_RANGE},
    vocabulary::ProtobufWord as _,
};
use proto::inquiry::v1::{ConversationFile, UpdateOfferRequest, UpdateOfferResponse};
use sqlx::PgConnection;
use time::{Date, Duration, OffsetDateTime};

use super::{
    changes::changes,
    convert,
    designs::{self, Designs},
    line_input::{self, LineInput},
    lines::{self, Sources},
    view,
};
use crate::{
    conversation::{Attachment, MAX_FILES},
    error::InquiryError,
    grpc::{State, conversation::convert::attachments},
    offer::edit::OfferEdit,
    offer::{Content, error::OfferError, limit::Catalog},
    store,
};

/// Media type of files.
const PDF: &str = "application/pdf";

/// Maximum number of days until the end of an offer.
const MAX_DAYS: i64 = 365;

/// A valid change; missing fields stay.
struct OfferChange {
    language: Option<Language>,
    valid_until: Option<Date>,
    /// 0 removes the days.
    make_days: Option<u16>,
    deposit_percent: Option<u8>,
    delivery_text: Option<String>,
    delivery_price: Option<Money>,
    message: Option<String>,
    is_reminded: Option<bool>,
    lines: Option<Vec<LineInput>>,
    files: Option<Vec<Attachment>>,
}

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: UpdateOfferRequest,
) -> Result<UpdateOfferResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let change = decode(&request, store::inquiry::now(&mut connection).await?)?;
    let id = convert::offer_id(&request.offer_id)?;
    let present = store::offer::find(&mut connection, id)
        .await?
        .ok_or(OfferError::NotFound)?;
    drop(connection);
    let inputs = change.lines.as_deref().unwrap_or_default();
    let products = lines::needed_products(inputs, &present.content.lines);
    let catalog = state.catalog.get_products(products).await?;
    change::run(&state.pool, async |connection| {
        let edit = OfferEdit::open_to_write(connection, &actor, id).await?;
        update(connection, &actor, edit, request.version, change, &catalog).await
    })
    .await?;
    Ok(UpdateOfferResponse {
        offer: Some(view::load(state, &actor, id).await?),
    })
}

fn decode(request: &UpdateOfferRequest, now: OffsetDateTime) -> Result<OfferChange, Failure> {
    let mut errors = FieldErrors::default();
    let language = request
        .language
        .map(|language| Language::known(language).unwrap_or_default());
    let valid_until = request
        .valid_until
        .as_deref()
        .and_then(|text| valid_until(&mut errors, text, now));
    let make_days = request.make_days.and_then(|days| {
        let days = u16::try_from(days).ok().filter(|days| *days <= 365);
        errors.check("makeDays", days.ok_or(OUT_OF_RANGE))
    });
    let deposit_percent = request.deposit_percent.and_then(|percent| {
        let percent = u8::try_from(percent).ok().filter(|percent| *percent <= 100);
        errors.check("depositPercent", percent.ok_or(OUT_OF_RANGE))
    });
    let delivery_text = request
        .delivery_text
        .as_deref()
        .and_then(|text| errors.text::<0, 200>("deliveryText", text));
    let delivery_price = request
        .delivery_price_minor
        .and_then(|minor| line_input::amount(&mut errors, "deliveryPrice", minor));
    let message = request
        .message
        .as_deref()
        .and_then(|text| errors.text::<0, 2_000>("message", text));
    let lines = request
        .lines
        .as_ref()
        .and_then(|lines| line_input::decode(&mut errors, &lines.lines));
    let files = request
        .files
        .as_ref()
        .map(|files| pdfs(&mut errors, &files.files));
    errors.finish(Some(OfferChange {
        language,
        valid_until,
        make_days,
        deposit_percent,
        delivery_text,
        delivery_price,
        message,
        is_reminded: request.is_reminded,
        lines,
        files,
    }))
}

/// Parses files, which customers open: PDF only.
fn pdfs(errors: &mut FieldErrors, files: &[ConversationFile]) -> Vec<Attachment> {
    for (index, file) in files.iter().enumerate() {
        errors.ensure(file.media_type == PDF, format!("mediaIds[{index}]"), "MEDIA.TYPE");
    }
    attachments::<MAX_FILES>(errors, files)
}

/// Validates the last day: from today to one year ahead, in Asia/Baku.
fn valid_until(errors: &mut FieldErrors, text: &str, now: OffsetDateTime) -> Option<Date> {
    let day = errors.check("validUntil", calendar::parse_date(text).ok_or(INVALID))?;
    let today = calendar::date(now);
    let is_in_range = (today..=today + Duration::days(MAX_DAYS)).contains(&day);
    errors.check(
        "validUntil",
        if is_in_range { Ok(day) } else { Err(OUT_OF_RANGE) },
    )
}

async fn update(
    connection: &mut PgConnection,
    actor: &Actor,
    mut edit: OfferEdit,
    version: i64,
    change: OfferChange,
    catalog: &Catalog,
) -> Result<Effect, InquiryError> {
    edit.check_write(version)?;
    edit.check_draft()?;
    let before = edit.offer.content.clone();
    let inputs = change.lines.as_deref().unwrap_or_default();
    let is_detached = designs::has_detached(inputs, &before.lines);
    if is_detached && actor.access(Permission::OffersDetachDesign) != Access::Always {
        return Err(OfferError::Role.into());
    }
    let designs = Designs::load(connection, inputs, edit.inquiry.inquiry.subject.items()).await?;
    let sources = Sources {
        catalog,
        designs: &designs,
    };
    let after = apply(before.clone(), change, &sources)?;
    if after == before {
        return Ok(Effect::none());
    }
    after
        .sums()
        .map_err(|_| Failure::invalid_field("lines", OUT_OF_RANGE))?;
    let detail = changes(&before, &after);
    let has_other_files = after.files != before.files;
    if after.lines != before.lines {
        edit.replace_lines(connection, after.lines.clone()).await?;
    }
    edit.offer.content = after;
    edit.count_change();
    edit.save(connection).await?;
    if has_other_files {
        let by = edit.inquiry.by();
        let change = edit.inquiry.change(&by);
        change.offer_files_changed(connection, edit.offer.id).await?;
    }
    let is_first = store::offer::start_audit(connection, edit.offer.id, &actor.to_string()).await?;
    if is_first || is_detached {
        return Ok(edit.audited("UpdateOffer", detail));
    }
    // An audited change of this person within the last minutes stands for this one.
    Ok(Effect::none())
}

fn apply(before: Content, change: OfferChange, sources: &Sources<'_>) -> Result<Content, Failure> {
    let language = change.language.unwrap_or(before.language);
    let mut lines = match change.lines {
        Some(inputs) => {
            let lines = lines::complete(inputs, &before.lines, sources, language)?;
            // Equal lines keep their ids.
            let is_same = lines.len() == before.lines.len()
                && lines.iter().zip(&before.lines).all(|(new, old)| new.is_like(old));
            if is_same { before.lines } else { lines }
        }
        None => before.lines,
    };
    for line in &mut lines {
        line.describe(language);
    }
    Ok(Content {
        language,
        valid_until: change.valid_until.unwrap_or(before.valid_until),
        make_days: change.make_days.or(before.make_days).filter(|days| *days > 0),
        deposit_percent: change.deposit_percent.unwrap_or(before.deposit_percent),
        delivery_text: change.delivery_text.unwrap_or(before.delivery_text),
        delivery_price: change.delivery_price.unwrap_or(before.delivery_price),
        message: change.message.unwrap_or(before.message),
        is_reminded: change.is_reminded.unwrap_or(before.is_reminded),
        lines,
        files: change.files.unwrap_or(before.files),
    })
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::inquiry::v1::{
        ConversationChanged, DeleteDraftRequest, Offer, OfferFiles, OfferLineInput, OfferLineInputs,
    };
    use uuid::Uuid;

    use super::*;
    use crate::testing::{
        Fixture, WARDROBE,
        offers::{call, conflict, sales},
    };

    fn with_lines(offer: &Offer, lines: Vec<OfferLineInput>) -> UpdateOfferRequest {
        UpdateOfferRequest {
            offer_id: offer.id.clone(),
            version: offer.version,
            lines: Some(OfferLineInputs { lines }),
            ..UpdateOfferRequest::default()
        }
    }

    fn product(product_id: i64) -> OfferLineInput {
        OfferLineInput {
            product_id: Some(product_id),
            quantity: 2,
            ..OfferLineInput::default()
        }
    }

    #[tokio::test]
    async fn completes_lines_from_the_catalog_and_from_the_present_ones() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let draft = fixture.draft(&caller).await;
        let free = OfferLineInput {
            name: Some("Assembly".to_owned()),
            list_price_minor: Some(5_000),
            quantity: 1,
            ..OfferLineInput::default()
        };
        let request = UpdateOfferRequest {
            language: Some(proto::common::v1::Language::Ru.into()),
            ..with_lines(&draft, vec![product(WARDROBE), free])
        };
        let changed = call!(fixture, &caller, update_offer(request)).unwrap();
        let [wardrobe, assembly] = changed.lines.as_slice() else {
            panic!("{changed:?}")
        };
        assert_eq!(
            (wardrobe.name.as_str(), wardrobe.code.as_str()),
            ("шкаф", "SK-101")
        );
        assert_eq!(
            (
                wardrobe.list_price_minor,
                wardrobe.discount_percent,
                wardrobe.subtotal_minor
            ),
            (100_000, 10, 180_000)
        );
        let catalog = wardrobe.catalog.unwrap();
        assert_eq!((catalog.price_minor, catalog.discount_percent), (100_000, 10));
        assert_eq!((assembly.discount_percent, assembly.catalog), (0, None));
        assert_eq!(changed.total_minor, 185_000);
        // Texts of the present line stay, and equal lines change nothing.
        let kept = OfferLineInput {
            id: wardrobe.id.clone(),
            ..product(WARDROBE)
        };
        let same = OfferLineInput {
            id: assembly.id.clone(),
            quantity: 1,
            ..OfferLineInput::default()
        };
        let request = with_lines(&changed, vec![kept, same]);
        assert_eq!(call!(fixture, &caller, update_offer(request)).unwrap(), changed);
        assert_eq!(
            fixture.audited_subjects("UpdateOffer").await,
            [draft.number.as_str()]
        );
    }

    #[tokio::test]
    async fn names_all_invalid_fields_and_unknown_products() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let draft = fixture.draft(&caller).await;
        let free = OfferLineInput {
            image_url: Some("//evil.example/a.png".to_owned()),
            ..OfferLineInput::default()
        };
        let request = UpdateOfferRequest {
            valid_until: Some("2020-01-01".to_owned()),
            make_days: Some(366),
            deposit_percent: Some(101),
            delivery_price_minor: Some(-1),
            ..with_lines(&draft, vec![free])
        };
        let request = kit::grpc::client::on_behalf_of(&caller, request);
        let status = fixture.offers().update_offer(request).await.unwrap_err();
        let fields: Vec<_> = crate::testing::fields(&status)
            .into_iter()
            .map(|(field, _)| field)
            .collect();
        assert_eq!(
            fields,
            [
                "validUntil",
                "makeDays",
                "depositPercent",
                "deliveryPrice",
                "lines[0].imageUrl",
                "lines[0].quantity",
                "lines[0].name",
                "lines[0].listPrice"
            ]
        );
        let unknown = with_lines(&draft, vec![product(WARDROBE), product(4_711)]);
        let error = call!(fixture, &caller, update_offer(unknown)).unwrap_err();
        assert_eq!(
            error,
            (Code::Invalid, "lines[1].productId: PRODUCT.NOT_FOUND".to_owned())
        );
        let foreign = OfferLineInput {
            id: Uuid::now_v7().to_string(),
            ..product(WARDROBE)
        };
        let error = call!(fixture, &caller, update_offer(with_lines(&draft, vec![foreign]))).unwrap_err();
        assert_eq!(error, (Code::Invalid, "lines[0].id: FIELD.INVALID".to_owned()));
    }

    fn with_files(offer: &Offer, files: &[ConversationFile]) -> UpdateOfferRequest {
        UpdateOfferRequest {
            offer_id: offer.id.clone(),
            version: offer.version,
            files: Some(OfferFiles {
                files: files.to_vec(),
            }),
            ..UpdateOfferRequest::default()
        }
    }

    fn pdf() -> ConversationFile {
        ConversationFile {
            media_id: Uuid::now_v7().to_string(),
            name: "çertyoj.pdf".to_owned(),
            media_type: PDF.to_owned(),
            size_bytes: 48_213,
        }
    }

    #[tokio::test]
    async fn the_customer_sees_the_files_and_the_next_revision_keeps_them() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let draft = fixture.draft(&caller).await;
        let files = [pdf(), pdf()];
        let changed = call!(fixture, &caller, update_offer(with_files(&draft, &files))).unwrap();
        assert_eq!((changed.version, changed.files.as_slice()), (2, files.as_slice()));
        let same = call!(fixture, &caller, update_offer(with_files(&changed, &files))).unwrap();
        assert_eq!(same, changed);
        let sent = fixture.send(&caller, &changed).await.unwrap();
        let shown = fixture.view(&fixture.token(&sent).await).await.unwrap();
        assert_eq!(shown.offer.unwrap().files, files);
        let next = fixture.revise(&caller, &sent).await.unwrap();
        assert_eq!(next.files, files);
        let next = call!(fixture, &caller, update_offer(with_files(&next, &files[1..]))).unwrap();
        assert_eq!(next.files, files[1..]);
        let delete = DeleteDraftRequest {
            offer_id: next.id,
            version: next.version,
        };
        let delete = kit::grpc::client::on_behalf_of(&caller, delete);
        fixture.offers().delete_draft(delete).await.unwrap();

        // The sent revision keeps both.
        let mut ids = files.map(|file| file.media_id);
        ids.sort();
        let published = async || {
            let events = fixture.harness.published::<ConversationChanged>().await;
            let parts = events
                .into_iter()
                .map(|event| (event.offer_files_version, event.offer_file_ids));
            parts.collect::<Vec<_>>()
        };
        assert_eq!(
            published().await,
            [1, 2, 3].map(|version| (version, ids.to_vec()))
        );

        fixture.age_inquiry(&sent.inquiry_number, 1_097).await;
        crate::retention::sweep(fixture.harness.pool(), 1_096)
            .await
            .unwrap();
        assert_eq!(fixture.offer(&sent.id).await.files, []);
        assert_eq!(published().await.last(), Some(&(i64::MAX, Vec::new())));
    }

    #[tokio::test]
    async fn rejects_more_than_10_files_and_others_than_pdf() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let draft = fixture.draft(&caller).await;
        let many: Vec<_> = std::iter::repeat_with(pdf).take(11).collect();
        let refused = call!(fixture, &caller, update_offer(with_files(&draft, &many))).unwrap_err();
        assert_eq!(refused, (Code::Invalid, "mediaIds: FIELD.TOO_LONG".to_owned()));
        let photo = ConversationFile {
            media_type: "image/jpeg".to_owned(),
            ..pdf()
        };
        let refused = call!(
            fixture,
            &caller,
            update_offer(with_files(&draft, &[pdf(), photo]))
        )
        .unwrap_err();
        assert_eq!(refused, (Code::Invalid, "mediaIds[1]: MEDIA.TYPE".to_owned()));
    }

    #[tokio::test]
    async fn stale_and_sent_offers_stay() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let draft = fixture.draft(&caller).await;
        let change = |version, message: &str| UpdateOfferRequest {
            offer_id: draft.id.clone(),
            version,
            message: Some(message.to_owned()),
            ..UpdateOfferRequest::default()
        };
        let changed = call!(fixture, &caller, update_offer(change(1, "Salam"))).unwrap();
        assert_eq!((changed.version, changed.message.as_str()), (2, "Salam"));
        assert_eq!(
            call!(fixture, &caller, update_offer(change(1, "Sağ olun"))),
            conflict("version: DESK.CHANGED")
        );
        let sent = fixture.send(&caller, &changed).await.unwrap();
        assert_eq!(
            call!(fixture, &caller, update_offer(change(sent.version, "Sağ olun"))),
            conflict("OFFER.FROZEN")
        );
        let other = call!(fixture, &sales(), update_offer(change(sent.version, "Sağ olun")));
        assert_eq!(
            other.unwrap_err(),
            (Code::Forbidden, "INQUIRY.NOT_YOURS".to_owned())
        );
    }
}
