use kit::failure::{Code, Failure};
use proto::{
    common::v1::Page,
    content::v1::{
        Campaign, CreateCampaignRequest, CreateCampaignResponse, DeleteMediaRequest, DeleteProjectRequest,
        GetMediaRequest, Image, ListCampaignsRequest, ListProjectsRequest, ListPromosRequest,
        ListStoresRequest, OrderContentRequest, OrderedContent, ProjectCategory, Promo, PublicationState,
        SavePromoRequest, media_service_client::MediaServiceClient,
    },
};

use crate::testing::{
    Fixture, HOUR, anonymous, campaign, fields, into_result, project, promo, published, serve, staff, store,
    text, texts,
};

fn codes<T>(records: Vec<T>, code: impl Fn(T) -> String) -> Vec<String> {
    records.into_iter().map(code).collect()
}

#[tokio::test]
async fn the_shop_shows_neither_drafts_nor_planned_records() {
    let fixture = Fixture::start().await;
    let client = &fixture.client;
    let states = [
        ("draft", Some(published(true, None)), PublicationState::Draft),
        (
            "planned",
            Some(published(false, Some(HOUR))),
            PublicationState::Planned,
        ),
        (
            "began",
            Some(published(false, Some(-HOUR))),
            PublicationState::Shown,
        ),
        ("shown", Some(published(false, None)), PublicationState::Shown),
    ];
    for ((code, publication, _), position) in states.iter().cloned().zip(0..) {
        let mut banner = promo(code, position);
        banner.publication.clone_from(&publication);
        fixture.save_promo(banner).await.unwrap();
        let mut work = project(code, ProjectCategory::Kitchen);
        (work.position, work.publication) = (position, publication.clone());
        fixture.save_project(work).await.unwrap();
        let mut showroom = store(code, position);
        showroom.publication = publication;
        fixture.save_store(showroom).await.unwrap();
    }
    let projects = || ListProjectsRequest {
        page: Some(Page { number: 1, size: 10 }),
        ..ListProjectsRequest::default()
    };
    let shown = ["began", "shown"];
    let public = client
        .clone()
        .list_promos(anonymous(ListPromosRequest {}))
        .await
        .unwrap()
        .into_inner();
    assert!(public.promos.iter().all(|promo| promo.publication.is_none()));
    assert_eq!(codes(public.promos, |promo| promo.code), shown);
    let public = client
        .clone()
        .list_projects(anonymous(projects()))
        .await
        .unwrap()
        .into_inner();
    assert_eq!(public.total_records, 2);
    assert_eq!(codes(public.projects, |project| project.code), shown);
    let public = client
        .clone()
        .list_stores(anonymous(ListStoresRequest {}))
        .await
        .unwrap()
        .into_inner();
    assert_eq!(codes(public.stores, |store| store.code), shown);

    let all = client
        .clone()
        .list_promos(staff(ListPromosRequest {}))
        .await
        .unwrap()
        .into_inner()
        .promos;
    for (promo, (code, _, state)) in all.iter().zip(&states) {
        let publication = promo.publication.clone().unwrap();
        assert_eq!((promo.code.as_str(), publication.state()), (*code, *state));
        assert_eq!(publication.changed_by, "operator");
    }
    let all = client
        .clone()
        .list_projects(staff(projects()))
        .await
        .unwrap()
        .into_inner();
    assert_eq!((all.projects.len(), all.total_records), (4, 4));
    let all = client
        .clone()
        .list_stores(staff(ListStoresRequest {}))
        .await
        .unwrap()
        .into_inner();
    assert_eq!(all.stores.len(), 4);
    campaigns_end_but_for_drafts(&fixture).await;
}

async fn campaigns_end_but_for_drafts(fixture: &Fixture) {
    let client = &fixture.client;
    let mut draft = campaign(-HOUR, HOUR);
    (draft.ends_at, draft.publication) = (None, Some(published(true, None)));
    let draft = fixture.add_campaign(draft).await;
    let ended = fixture.add_campaign(campaign(-2 * HOUR, -HOUR)).await;
    let public = client
        .clone()
        .list_campaigns(anonymous(ListCampaignsRequest {}))
        .await
        .unwrap();
    assert_eq!(public.into_inner().campaigns, []);
    let all = client
        .clone()
        .list_campaigns(staff(ListCampaignsRequest {}))
        .await
        .unwrap()
        .into_inner();
    let all = all
        .campaigns
        .into_iter()
        .map(|campaign| (campaign.id, campaign.publication.unwrap().state()));
    assert_eq!(
        all.collect::<Vec<_>>(),
        [
            (ended.id, PublicationState::Ended),
            (draft.id, PublicationState::Draft)
        ]
    );
}

#[tokio::test]
async fn drafts_need_an_azerbaijani_name_and_published_records_all() {
    let fixture = Fixture::start().await;
    for (is_draft, name, expected) in [
        (true, texts("Pulsuz", "", ""), vec![]),
        (true, texts("", "", "Free"), vec!["textAz"]),
        (false, texts("Pulsuz", "", ""), vec!["textRu", "textEn"]),
    ] {
        let banner = Promo {
            text: Some(name),
            publication: Some(published(is_draft, None)),
            ..promo("delivery", 0)
        };
        let saved = fixture.save_promo(banner).await;
        let refused = saved.err().map(|failure| failure.fields).unwrap_or_default();
        let names: Vec<_> = refused.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, expected, "{is_draft}");
    }
    let mut empty = project("house", ProjectCategory::Unspecified);
    (empty.image, empty.publication) = (None, Some(published(true, None)));
    fixture.save_project(empty.clone()).await.unwrap();
    empty.publication = None;
    let refused = fixture.save_project(empty).await.unwrap_err();
    assert_eq!(
        fields(&refused),
        [("category", "FIELD.REQUIRED"), ("imageUrl", "FIELD.REQUIRED")]
    );
}

#[tokio::test]
async fn a_new_record_has_a_code_of_its_own_and_an_order_has_all_codes() {
    let fixture = Fixture::start().await;
    let create = async |code: &str| {
        let request = staff(SavePromoRequest {
            promo: Some(promo(code, 7)),
            keep_existing: false,
            is_new: true,
        });
        into_result(fixture.client.clone().save_promo(request).await)
    };
    for (code, refused) in [
        ("b", None),
        ("a", None),
        ("a", Some("CONTENT.CODE_TAKEN")),
        ("Upper", Some("FIELD.INVALID")),
    ] {
        let failure = create(code).await.err();
        let expected = refused.map(|key| vec![("code", key)]);
        assert_eq!(failure.as_ref().map(fields), expected, "{code}");
    }
    let order = async |codes: &[&str]| {
        let request = staff(OrderContentRequest {
            content: OrderedContent::Promos.into(),
            codes: codes.iter().map(ToString::to_string).collect(),
        });
        into_result(fixture.client.clone().order_content(request).await)
    };
    for wrong in [&["a"][..], &["a", "a"], &["a", "b", "c"]] {
        let refused = order(wrong).await.unwrap_err();
        assert_eq!(fields(&refused), [("codes", "DESK.CHANGED")], "{wrong:?}");
    }
    order(&["b", "a"]).await.unwrap();
    let listed = fixture
        .client
        .clone()
        .list_promos(anonymous(ListPromosRequest {}))
        .await
        .unwrap();
    let listed = listed
        .into_inner()
        .promos
        .into_iter()
        .map(|promo| (promo.code, promo.position, promo.version));
    assert_eq!(
        listed.collect::<Vec<_>>(),
        [("b".to_owned(), 0, 2), ("a".to_owned(), 1, 2)]
    );
    assert_eq!(
        fixture.audit_log().await.last().unwrap(),
        "operator OrderContent banner"
    );
    let stale = fixture
        .save_promo(Promo {
            version: 1,
            ..promo("a", 0)
        })
        .await
        .unwrap_err();
    assert_eq!(
        (stale.code, fields(&stale)),
        (Code::Conflict, vec![("version", "DESK.CHANGED")])
    );
    let detail: String =
        sqlx::query_scalar("select detail::text from audit where action = 'SavePromo' order by id limit 1")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
    assert!(
        detail.contains(r#""textEn": [null, "Free delivery"]"#),
        "{detail}"
    );
}

#[tokio::test]
async fn a_campaign_is_created_once_for_a_key() {
    let fixture = Fixture::start().await;
    let create = async |campaign: Campaign, key: &str| -> Result<CreateCampaignResponse, Failure> {
        let request = staff(CreateCampaignRequest {
            campaign: Some(campaign),
            idempotency_key: key.to_owned(),
            is_new: true,
        });
        into_result(fixture.client.clone().create_campaign(request).await)
    };
    let mut summer = campaign(-HOUR, HOUR);
    summer.code = "yay".to_owned();
    let first = create(summer.clone(), "a").await.unwrap();
    assert_eq!(create(summer.clone(), "a").await.unwrap(), first);
    let taken = create(summer.clone(), "b").await.unwrap_err();
    assert_eq!(fields(&taken), [("code", "CONTENT.CODE_TAKEN")]);
    summer.description = Some(text("Another."));
    assert_eq!(create(summer, "a").await.unwrap_err().code, Code::KeyReused);
}

#[tokio::test]
async fn an_uploaded_picture_is_in_use_while_a_record_shows_it() {
    let fixture = Fixture::start().await;
    let media = MediaServiceClient::new(serve(&fixture.harness).await);
    let mut ids = Vec::new();
    for state in ["ready", "failed"] {
        let id: uuid::Uuid = sqlx::query_scalar(
            "insert into media (id, kind, state, name, hash, width, height, placeholder, widths, created_by)
             values (gen_random_uuid(), 'picture', $1, 'a.jpg', repeat('0', 32), 2000, 1000, '#000000',
                     '{480,768,1024}', 'operator')
             returning id",
        )
        .bind(state)
        .fetch_one(fixture.harness.pool())
        .await
        .unwrap();
        ids.push(id.to_string());
    }
    let save = async |media_id: &str| {
        let mut work = project("villa", ProjectCategory::Kitchen);
        work.image = Some(Image {
            media_id: media_id.to_owned(),
            alt: Some(texts("Mətbəx", "", "")),
            focus_x_percent: Some(58),
            ..Image::default()
        });
        fixture.save_project(work).await
    };
    let saved = save(&ids[0]).await.unwrap().project.unwrap().image.unwrap();
    assert_eq!(saved.url, format!("/media/{}-768.webp", "0".repeat(32)));
    assert_eq!(
        (saved.width, saved.height, saved.placeholder.as_str()),
        (1024, 512, "#000000")
    );
    assert_eq!(
        (saved.focus_x_percent, saved.focus_y_percent),
        (Some(58), Some(50))
    );
    assert_eq!(saved.alt.unwrap().az, "Mətbəx");
    for (id, key) in [(ids[1].as_str(), "MEDIA.NOT_READY"), ("x", "FIELD.INVALID")] {
        assert_eq!(fields(&save(id).await.unwrap_err()), [("mediaId", key)]);
    }

    let uses = async || {
        let request = staff(GetMediaRequest {
            media_id: ids[0].clone(),
        });
        let uses = media.clone().get_media(request).await.unwrap().into_inner().uses;
        uses.into_iter()
            .map(|used| (used.kind, used.code))
            .collect::<Vec<_>>()
    };
    assert_eq!(uses().await, [("project".to_owned(), "villa".to_owned())]);
    let delete = async || {
        let request = staff(DeleteMediaRequest {
            media_id: ids[0].clone(),
        });
        into_result(media.clone().delete_media(request).await)
    };
    assert_eq!(delete().await.unwrap_err().reason, "MEDIA.IN_USE");
    let remove = staff(DeleteProjectRequest {
        code: "villa".to_owned(),
        version: 1,
    });
    into_result(fixture.client.clone().delete_project(remove).await).unwrap();
    assert_eq!(uses().await, []);
    delete().await.unwrap();
}
