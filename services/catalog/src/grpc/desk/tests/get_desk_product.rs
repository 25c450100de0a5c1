use super::*;

#[tokio::test]
async fn a_product_is_in_the_shop_exactly_if_there_is_no_reason_against_it() {
    let fixture = Fixture::start().await;
    let id = fixture.add(wardrobe("SK-101")).await;
    let staff = caller::staff();
    let now = kit::clock::now();
    let times = |show_at: Option<i64>, hide_at: Option<i64>| {
        let change = |seconds: Option<i64>| {
            Some(TimeChange {
                at: seconds.map(|seconds| timestamp(now + Duration::seconds(seconds))),
            })
        };
        ProductPatch {
            show_at: change(show_at),
            hide_at: change(hide_at),
            ..ProductPatch::default()
        }
    };
    let shown = |is_active| ProductPatch {
        is_active: Some(is_active),
        ..ProductPatch::default()
    };
    for (patch, expected) in [
        (shown(false), &[AbsenceReason::Hidden][..]),
        (shown(true), &[]),
        (times(Some(3600), None), &[AbsenceReason::NotYet]),
        (times(None, Some(-3600)), &[AbsenceReason::Ended]),
        (times(Some(-3600), Some(3600)), &[]),
        (times(None, None), &[]),
    ] {
        let version = row(&get(&fixture, "SK-101").await).version;
        save(&fixture, &staff, version, patch.clone(), &[]).await.unwrap();
        let reasons = eventually("the index has the change", || async {
            let reasons: Vec<_> = row(&get(&fixture, "SK-101").await).reasons().collect();
            (!reasons.contains(&AbsenceReason::NotIndexedYet)).then_some(reasons)
        })
        .await;
        assert_eq!(reasons, expected, "{patch:?}");
        let is_listed = in_shop(&fixture).await == ["SK-101"];
        assert_eq!(is_listed, expected.is_empty(), "{patch:?}");
        let request = anonymous(GetProductRequest { product_id: id });
        let is_shown = fixture.client.clone().get_product(request).await.is_ok();
        assert_eq!(is_shown, expected.is_empty(), "{patch:?}");
        let is_sold = fixture.reserve(OrderId::generate(), &[(id, 1)]).await.is_ok();
        assert_eq!(is_sold, expected.is_empty(), "{patch:?}");
    }
    for (product, expected) in [
        (
            Product {
                price_minor: 0,
                ..wardrobe("SK-2")
            },
            Absence::NoPrice,
        ),
        (
            Product {
                images: Vec::new(),
                ..wardrobe("SK-3")
            },
            Absence::NoPicture,
        ),
    ] {
        let code = product.code.clone();
        fixture.add(product).await;
        assert_eq!(row(&get(&fixture, &code).await).reasons, [i32::from(expected)]);
    }
    assert_eq!(in_shop(&fixture).await, ["SK-101"]);
}

#[tokio::test]
async fn a_picture_of_media_is_shown_kept_by_its_url_and_published() {
    let fixture = Fixture::start().await;
    fixture
        .add(Product {
            images: Vec::new(),
            ..wardrobe("SK-101")
        })
        .await;
    let image = |url: &str, media_id: &str| DeskImage {
        image: Some(Image {
            url: url.to_owned(),
            width: 1024,
            height: 768,
            placeholder: "#010203".to_owned(),
            ..Image::default()
        }),
        media_id: media_id.to_owned(),
        focus_x_percent: 50,
        focus_y_percent: 50,
        ..DeskImage::default()
    };
    let with = async |version, images: Vec<DeskImage>| {
        let patch = ProductPatch {
            images: Some(ImagesChange { images }),
            ..ProductPatch::default()
        };
        save(&fixture, &member(StaffRole::Editor), version, patch, &[]).await
    };
    let (url, id) = ("/media/00-768.webp", "01936b2e-7c00-7000-8000-000000000801");
    let refused = with(1, vec![image(url, ""), image("/images/1.webp", id)])
        .await
        .unwrap_err();
    assert_eq!(
        fields(&refused),
        [
            ("images[0].imageUrl", "FIELD.INVALID"),
            ("images[1].mediaId", "FIELD.INVALID")
        ]
    );
    let shown = with(1, vec![image(url, id)]).await.unwrap();
    assert_eq!(
        shown.images,
        [image(url, id)].map(|image| DeskImage {
            alt: Some(text("")),
            ..image
        })
    );
    assert!(
        !row(&shown)
            .reasons()
            .any(|reason| reason == AbsenceReason::NoPicture)
    );
    let kept = with(
        2,
        vec![DeskImage {
            focus_x_percent: 7,
            ..image(url, "")
        }],
    )
    .await
    .unwrap();
    assert_eq!(
        (kept.images[0].media_id.as_str(), kept.images[0].focus_x_percent),
        (id, 7)
    );
    with(3, Vec::new()).await.unwrap();
    let published = fixture.harness.published::<ProductChanged>().await;
    let published = published
        .iter()
        .map(|event| (event.version, event.media_ids.join(",")));
    assert_eq!(
        published.collect::<Vec<_>>(),
        [(1, ""), (2, id), (3, id), (4, "")].map(|(version, ids)| (version, ids.to_owned()))
    );
}

#[tokio::test]
async fn products_appear_and_disappear_within_seconds_of_their_times() {
    let fixture = Fixture::start().await;
    fixture.add(wardrobe("SK-101")).await;
    let at = |seconds| {
        Some(TimeChange {
            at: Some(timestamp(kit::clock::now() + Duration::seconds(seconds))),
        })
    };
    let patch = ProductPatch {
        show_at: at(1),
        hide_at: at(4),
        ..ProductPatch::default()
    };
    save(&fixture, &caller::staff(), 1, patch, &[]).await.unwrap();
    assert_eq!(in_shop(&fixture).await, Vec::<String>::new());
    for expected in [&["SK-101"][..], &[]] {
        eventually("the shop follows the time", || async {
            (in_shop(&fixture).await == expected).then_some(())
        })
        .await;
    }
    assert_eq!(row(&get(&fixture, "SK-101").await).version, 2);
}

#[tokio::test]
async fn the_history_has_each_price_with_its_author() {
    let fixture = Fixture::start().await;
    fixture.add(wardrobe("SK-101")).await;
    let prices = async || {
        let request = ListProductPricesRequest {
            code: "SK-101".to_owned(),
        };
        let request = on_behalf_of(&caller::staff(), request);
        let prices = into_result(fixture.desk.clone().list_product_prices(request).await);
        let prices = prices.unwrap().prices.into_iter();
        let prices = prices.map(|price| (price.discounted_price_minor, price.actor));
        prices.collect::<Vec<_>>()
    };
    let unknown = (124_955, String::new());
    assert_eq!(prices().await, std::slice::from_ref(&unknown));
    assert_eq!(get(&fixture, "SK-101").await.previous_price, None);
    save(&fixture, &caller::staff(), 1, priced(100_000), &[])
        .await
        .unwrap();
    let discount = UpdateProductRequest {
        code: "SK-101".to_owned(),
        discount_percent: Some(10),
        ..UpdateProductRequest::default()
    };
    fixture.update(discount).await.unwrap();
    let by = |minor: i64| (minor, "operator".to_owned());
    assert_eq!(prices().await, [by(90_000), by(100_000), unknown]);
    let product = get(&fixture, "SK-101").await;
    assert_eq!(product.previous_price.unwrap().price_minor, 100_000);
    assert!(product.previous_price_until.is_some());
    let request = on_behalf_of(&caller::staff(), GetHighestDiscountRequest {});
    let highest = fixture.desk.clone().get_highest_discount(request).await;
    assert_eq!(into_result(highest).unwrap().discount_percent, 10);
}
