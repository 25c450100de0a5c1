//! Conversions of the passive attributes of a product.

use kit::{
    domain::{InvalidId, StoreId},
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, TOO_LONG},
    vocabulary::ProtobufWord as _,
};
use proto::catalog::v1 as pb;

use crate::{
    measures::{MeasureOutOfRange, MeasureRange, UsualMeasures},
    passive::{DesignCode, Front, FrontKind, Grams, PassiveAttributes},
    patch::design_key,
};

/// Maximum number of stores that show a product.
const MAX_STORES: usize = 100;

/// Maximum number of doors.
const MAX_DOORS: u8 = 20;

/// Maximum number of drawers, and of their rows.
const MAX_DRAWERS: u8 = 40;

/// Validates the passive attributes of a new product, and takes them out of the message.
pub(super) fn decode(errors: &mut FieldErrors, product: &mut pb::Product) -> PassiveAttributes {
    let sizes = product.sizes.unwrap_or_default();
    let usual = sizes.usual.map(UsualMeasures::try_from).transpose();
    let front = product.front.take().map(Front::try_from).transpose();
    let weight = product.weight_grams.map(Grams::try_from).transpose();
    let localized = |field: &'static str| move |language: &str| format!("{field}.{language}");
    PassiveAttributes {
        external_measurement: errors.localized::<0, 500>(
            product.external_measurement.take(),
            localized("externalMeasurement"),
        ),
        internal_measurement: errors.localized::<0, 500>(
            product.internal_measurement.take(),
            localized("internalMeasurement"),
        ),
        is_fixed: sizes.is_fixed,
        usual_measures: errors
            .check("sizes.usual", usual.map_err(|_| OUT_OF_RANGE))
            .flatten(),
        front: errors.check("front", front.map_err(|_| INVALID)).flatten(),
        shown_in: product
            .shown_in
            .take()
            .and_then(|stores| decode_stores(errors, &stores)),
        materials: errors.localized::<0, 500>(product.materials.take(), localized("materials")),
        care: errors.localized::<0, 500>(product.care.take(), localized("care")),
        box_contents: errors.localized::<0, 500>(product.box_contents.take(), localized("boxContents")),
        weight: errors
            .check("weightGrams", weight.map_err(|_| OUT_OF_RANGE))
            .flatten(),
        design: errors
            .check(
                "designCode",
                DesignCode::parse(&product.design_code).map_err(design_key),
            )
            .flatten(),
    }
}

/// Validates the stores that show a product.
pub(super) fn decode_stores(errors: &mut FieldErrors, stores: &pb::Stores) -> Option<Vec<StoreId>> {
    errors.ensure(stores.store_ids.len() <= MAX_STORES, "shownIn", TOO_LONG);
    let ids: Result<_, _> = stores.store_ids.iter().map(|id| id.parse()).collect();
    errors.check("shownIn", ids.map_err(|_: InvalidId| INVALID))
}

/// Returns a message with only the passive attributes, without `sizes`, which the category determines too.
impl From<PassiveAttributes> for pb::Product {
    fn from(passive: PassiveAttributes) -> Self {
        Self {
            external_measurement: Some(passive.external_measurement.into()),
            internal_measurement: Some(passive.internal_measurement.into()),
            front: passive.front.map(pb::Front::from),
            shown_in: passive.shown_in.map(|stores| pb::Stores {
                store_ids: stores.iter().map(ToString::to_string).collect(),
            }),
            materials: Some(passive.materials.into()),
            care: Some(passive.care.into()),
            box_contents: Some(passive.box_contents.into()),
            weight_grams: passive.weight.map(u32::from),
            design_code: passive.design.map(String::from).unwrap_or_default(),
            ..Self::default()
        }
    }
}

impl From<UsualMeasures> for pb::UsualMeasures {
    fn from(usual: UsualMeasures) -> Self {
        let range = |range: MeasureRange| {
            let [min_mm, max_mm] = range.into();
            Some(pb::MeasureRange { min_mm, max_mm })
        };
        Self {
            width: range(usual.width),
            depth: range(usual.depth),
            height: range(usual.height),
        }
    }
}

impl TryFrom<pb::UsualMeasures> for UsualMeasures {
    type Error = MeasureOutOfRange;

    fn try_from(usual: pb::UsualMeasures) -> Result<Self, MeasureOutOfRange> {
        let range = |range: Option<pb::MeasureRange>| {
            let range = range.ok_or(MeasureOutOfRange)?;
            MeasureRange::try_from([range.min_mm, range.max_mm])
        };
        Ok(Self {
            width: range(usual.width)?,
            depth: range(usual.depth)?,
            height: range(usual.height)?,
        })
    }
}

impl From<Front> for pb::Front {
    fn from(front: Front) -> Self {
        Self {
            kind: front.kind.into(),
            doors: front.doors.into(),
            drawers: front.drawers.into(),
            drawer_rows: front.drawer_rows.into(),
            has_legs: front.has_legs,
        }
    }
}

/// Error for a front of an unknown kind, or with too many parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InvalidFront;

impl TryFrom<pb::Front> for Front {
    type Error = InvalidFront;

    fn try_from(front: pb::Front) -> Result<Self, InvalidFront> {
        let parts = |number: u32, max: u8| {
            let number = u8::try_from(number).ok();
            number.filter(|number| *number <= max).ok_or(InvalidFront)
        };
        Ok(Self {
            kind: FrontKind::known(front.kind).ok_or(InvalidFront)?,
            doors: parts(front.doors, MAX_DOORS)?,
            drawers: parts(front.drawers, MAX_DRAWERS)?,
            drawer_rows: parts(front.drawer_rows, MAX_DRAWERS)?,
            has_legs: front.has_legs,
        })
    }
}

#[cfg(test)]
mod tests {
    use proto::{
        catalog::v1::{Product, Stores, UpdateProductRequest},
        common::v1::LocalizedText,
    };
    use sqlx::types::Json;

    use crate::testing::{Fixture, wardrobe};

    /// The columns of the previous version, as one document.
    const COLUMNS: &str = "select to_jsonb(columns) from (
            select external_measurement, internal_measurement, is_fixed, usual_measures, front, shown_in
            from product_text where product_id = $1
        ) as columns";

    async fn document(fixture: &Fixture, query: &'static str, id: i64) -> serde_json::Value {
        let document = sqlx::query_scalar(query).bind(id);
        let Json(document) = document.fetch_one(fixture.harness.pool()).await.unwrap();
        document
    }

    #[tokio::test]
    async fn columns_of_the_previous_version_stay_in_step() {
        let fixture = Fixture::start().await;
        let pool = fixture.harness.pool();
        let id = fixture.add(wardrobe("SK-101")).await;
        let attributes = "select attributes - array['materials', 'care', 'box_contents', 'weight', 'design']
            from product_text where product_id = $1";
        let written = document(&fixture, attributes, id).await;
        assert_eq!(document(&fixture, COLUMNS, id).await, written);

        sqlx::query("update product_text set is_fixed = true, shown_in = '{}'")
            .execute(pool)
            .await
            .unwrap();
        let product = fixture.product(id).await;
        assert!(product.sizes.unwrap().is_fixed);
        assert_eq!(product.shown_in, Some(Stores::default()));

        let other = fixture.add(wardrobe("SK-102")).await;
        let statements = [
            "delete from product_text where product_id = $2 and product_id <> $1",
            "insert into product_text (product_id, name, description, external_measurement, internal_measurement,
                 features, colors, images, is_fixed, usual_measures, front, shown_in)
             select $2, name, description, external_measurement, internal_measurement, features, colors, images,
                    is_fixed, usual_measures, front, shown_in
             from product_text where product_id = $1",
        ];
        for statement in statements {
            let statement = sqlx::query(statement).bind(id).bind(other);
            statement.execute(pool).await.unwrap();
        }
        assert_eq!(
            document(&fixture, attributes, other).await,
            document(&fixture, attributes, id).await
        );
    }

    #[tokio::test]
    async fn updates_keep_attributes_of_a_later_version() {
        let fixture = Fixture::start().await;
        let id = fixture.add(wardrobe("SK-101")).await;
        sqlx::query(r#"update product_text set attributes = attributes || '{"origin": "Quba"}'"#)
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        let fixed = UpdateProductRequest {
            code: "SK-101".to_owned(),
            is_fixed: Some(true),
            ..UpdateProductRequest::default()
        };
        let product = fixture.update(fixed).await.unwrap().product.unwrap();
        assert!(product.sizes.unwrap().is_fixed);
        let attributes = "select attributes from product_text where product_id = $1";
        assert_eq!(document(&fixture, attributes, id).await["origin"], "Quba");
    }

    #[tokio::test]
    async fn products_keep_their_materials_care_contents_and_weight() {
        let fixture = Fixture::start().await;
        let text = |az: &str, ru: &str, en: &str| LocalizedText {
            az: az.to_owned(),
            ru: ru.to_owned(),
            en: en.to_owned(),
        };
        let described = Product {
            materials: Some(text("Palıd", "Дуб", "Oak")),
            care: Some(text("Silin", "Протирайте", "Wipe")),
            box_contents: Some(text("Gövdə", "Корпус", "Case")),
            weight_grams: Some(62_500),
            ..wardrobe("SK-101")
        };
        let id = fixture.add(described.clone()).await;
        let facts = |product: Product| {
            (
                product.materials,
                product.care,
                product.box_contents,
                product.weight_grams,
            )
        };
        assert_eq!(facts(fixture.product(id).await), facts(described));
        // A change of other fields keeps them.
        let fixed = UpdateProductRequest {
            code: "SK-101".to_owned(),
            is_fixed: Some(true),
            ..UpdateProductRequest::default()
        };
        let product = fixture.update(fixed).await.unwrap().product.unwrap();
        assert_eq!(product.weight_grams, Some(62_500));
    }
}
