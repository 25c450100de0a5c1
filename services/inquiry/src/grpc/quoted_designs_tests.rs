//! Tests of the calls that change the designs of a quote's pieces.

use kit::{
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
    staff::StaffRole,
};
use proto::inquiry::v1::{
    ChangeDesignRequest, Inquiry, QuoteItemInput, QuotedDesign, RenewDesignRequest, timeline_entry::Detail,
};
use serde_json::json;
use testkit::caller;

use crate::testing::{
    Fixture, designs,
    designs::{measure, publish_dearer, quote, with},
    member, staff,
};

fn design(inquiry: &Inquiry) -> QuotedDesign {
    inquiry.items[0].design.clone().unwrap()
}

async fn change(fixture: &Fixture, number: &str, from: &str, to: &str) -> Result<Inquiry, Failure> {
    let request = ChangeDesignRequest {
        number: number.to_owned(),
        position: 1,
        from_code: from.to_owned(),
        to_code: to.to_owned(),
        text: "Künc".to_owned(),
    };
    let response = fixture
        .inbox()
        .change_design(on_behalf_of(&caller::staff(), request))
        .await;
    let response = response.map_err(|status| Failure::from_status(&status))?;
    Ok(response.into_inner().inquiry.unwrap())
}

/// Returns the changes of designs in the timeline, oldest first: prices before and after, and the text.
fn changes(inquiry: &Inquiry) -> Vec<(Option<i64>, Option<i64>, String)> {
    let details = inquiry.details.clone().unwrap();
    let mut found: Vec<_> = details
        .timeline
        .into_iter()
        .filter_map(|entry| match entry.detail? {
            Detail::Design(change) => Some((
                entry.at,
                change.from_total_minor,
                change.to_total_minor,
                entry.text,
            )),
            _ => None,
        })
        .collect();
    found.sort_by_key(|(at, ..)| at.map(|at| (at.seconds, at.nanos)));
    found
        .into_iter()
        .map(|(_, from, to, text)| (from, to, text))
        .collect()
}

#[tokio::test]
async fn a_changed_design_has_its_price_and_measures_and_both_are_in_the_timeline() {
    let fixture = Fixture::start().await;
    let number = quote(&fixture).await;
    let before = design(&fixture.read(&number).await);
    let narrower = with(&before.code, "widthMm", &json!(2_400));
    let changed = change(&fixture, &number, &before.code, &narrower).await.unwrap();
    let after = design(&changed);
    assert_eq!(after.code, narrower);
    assert_eq!(after.price_minor, designs_price(&fixture, &narrower).await);
    assert_ne!(after.price_minor, before.price_minor);
    assert_eq!(changed.items[0].measures.unwrap().width_mm, 2_400);
    assert_eq!(
        changes(&changed),
        [(before.price_minor, after.price_minor, "Künc".to_owned())]
    );
    let audited = fixture.audited_subjects("ChangeDesign").await;
    assert_eq!(audited, std::slice::from_ref(&number));

    // The same change again is one of a design that is no more; the present one without a difference is none.
    let stale = change(&fixture, &number, &before.code, &narrower)
        .await
        .unwrap_err();
    assert_eq!(stale.code, Code::Conflict);
    assert_eq!(stale.fields, [("from".to_owned(), "DESIGN.CHANGED".to_owned())]);
    let same = change(&fixture, &number, &narrower, &narrower).await.unwrap();
    assert_eq!(changes(&same).len(), 1);
}

/// Returns the price of record of a code: the total, not the band.
async fn designs_price(fixture: &Fixture, code: &str) -> Option<i64> {
    let item = QuoteItemInput {
        design_code: code.to_owned(),
        ..QuoteItemInput::default()
    };
    let number = fixture.request_quote(designs::request(item)).await.unwrap();
    design(&fixture.read(&number).await).price_minor
}

#[tokio::test]
async fn refuses_broken_and_impossible_designs_other_pieces_and_other_members() {
    let fixture = Fixture::start().await;
    let number = quote(&fixture).await;
    let present = design(&fixture.read(&number).await).code;
    for (to, reason) in [
        ("EBAAQpfqPJsAAAAw", "DESIGN.BROKEN"),
        (&with(&present, "depthMm", &json!(150)), "DESIGN.IMPOSSIBLE"),
    ] {
        let refused = change(&fixture, &number, &present, to).await.unwrap_err();
        assert_eq!(refused.fields, [("to".to_owned(), reason.to_owned())]);
        let refused = measure(&fixture, &number, to, "k").await.unwrap_err();
        assert_eq!(refused.fields, [("code".to_owned(), reason.to_owned())]);
    }
    for position in [0, 2, u32::MAX] {
        let request = RenewDesignRequest {
            number: number.clone(),
            position,
            from_code: present.clone(),
        };
        let response = fixture
            .inbox()
            .renew_design(on_behalf_of(&caller::staff(), request))
            .await;
        assert_eq!(
            Failure::from_status(&response.unwrap_err()).code,
            Code::NotFound,
            "{position}"
        );
    }
    let warehouse = staff(member(StaffRole::Warehouse));
    let request = RenewDesignRequest {
        number: number.clone(),
        position: 1,
        from_code: present.clone(),
    };
    let response = fixture
        .inbox()
        .renew_design(on_behalf_of(&warehouse, request))
        .await;
    assert_eq!(Failure::from_status(&response.unwrap_err()).code, Code::Forbidden);
    assert_eq!(design(&fixture.read(&number).await).code, present);
}

#[tokio::test]
async fn a_measuring_counts_once_and_until_the_outline_differs() {
    let fixture = Fixture::start().await;
    let number = quote(&fixture).await;
    let before = design(&fixture.read(&number).await);
    assert_eq!(before.measured, None);
    let found = with(&before.code, "widthMm", &json!(2_420));
    for _ in 0..2 {
        let measured = design(&measure(&fixture, &number, &found, "key").await.unwrap());
        assert_eq!(measured.code, found);
        let measuring = measured.measured.unwrap();
        assert_eq!(
            (measuring.code.as_str(), measuring.text.as_str()),
            (found.as_str(), "Divar əyridir")
        );
        assert_eq!(measuring.by, "operator");
    }
    let entries = |inquiry: Inquiry| {
        let timeline = inquiry.details.unwrap().timeline.into_iter();
        timeline
            .filter(|entry| matches!(entry.detail, Some(Detail::Measured(_))))
            .count()
    };
    assert_eq!(entries(fixture.read(&number).await), 1);
    // Another inside leaves the outline, another width does not.
    let other_metal = with(&found, "metal", &json!("brass"));
    let changed = change(&fixture, &number, &found, &other_metal).await.unwrap();
    assert!(design(&changed).measured.is_some());
    let narrower = with(&other_metal, "widthMm", &json!(2_400));
    let changed = change(&fixture, &number, &other_metal, &narrower).await.unwrap();
    assert_eq!(design(&changed).measured, None);
    let back = change(&fixture, &number, &narrower, &found).await.unwrap();
    assert!(design(&back).measured.is_some());
}

#[tokio::test]
async fn a_renewed_design_has_the_prices_in_force_and_a_change_those_of_its_quote() {
    let fixture = Fixture::start().await;
    let number = quote(&fixture).await;
    let before = design(&fixture.read(&number).await);
    assert!(before.has_newest_prices);
    publish_dearer(&fixture, 2, 0).await;
    assert!(!design(&fixture.read(&number).await).has_newest_prices);
    let narrower = with(&before.code, "widthMm", &json!(2_400));
    let changed = design(&change(&fixture, &number, &before.code, &narrower).await.unwrap());
    assert_eq!(changed.book_version, 1);

    let renew = async |from: &str| {
        let request = RenewDesignRequest {
            number: number.clone(),
            position: 1,
            from_code: from.to_owned(),
        };
        let response = fixture
            .inbox()
            .renew_design(on_behalf_of(&caller::staff(), request))
            .await;
        response.unwrap().into_inner().inquiry.unwrap()
    };
    let renewed = renew(&changed.code).await;
    let after = design(&renewed);
    assert_eq!((after.book_version, after.has_newest_prices), (2, true));
    assert!(after.price_minor > changed.price_minor);
    assert_eq!(changes(&renewed).len(), 2);
    assert_eq!(changes(&renew(&after.code).await).len(), 2);
}
