//! Fields of a product in the bodies of changes.

use kit::validation::{FieldErrors, INVALID};
use proto::{
    catalog::v1::{
        ColorsChange, DeskImage, Image, ImagesChange, ProductPatch, RelatedProducts, ReorderChange,
        TimeChange, WeightChange,
    },
    common::v1::LocalizedText,
    content::v1 as content,
};

use crate::{
    convert::{self, Amount},
    desk::Member,
    error::ApiResult,
    extract::{Input, Optional},
    routes::desk::media::Pictures,
    state::AppState,
};

/// The middle of an image, percent.
const CENTRE: i64 = 50;

/// Fields of a product; what is missing stays.
#[request]
#[derive(Debug, Default)]
pub(crate) struct ProductFields {
    /// 1 to 200 characters in Azerbaijani; the others may be empty while the product is hidden.
    name_az: Optional<String>,
    /// At most 200 characters.
    name_ru: Optional<String>,
    /// At most 200 characters.
    name_en: Optional<String>,
    /// At most 5,000 characters.
    description_az: Optional<String>,
    /// At most 5,000 characters.
    description_ru: Optional<String>,
    /// At most 5,000 characters.
    description_en: Optional<String>,
    /// At most 5,000 characters, one feature per line.
    features_az: Optional<String>,
    /// At most 5,000 characters, one feature per line.
    features_ru: Optional<String>,
    /// At most 5,000 characters, one feature per line.
    features_en: Optional<String>,
    /// At most 500 characters.
    external_measurement_az: Optional<String>,
    /// At most 500 characters.
    external_measurement_ru: Optional<String>,
    /// At most 500 characters.
    external_measurement_en: Optional<String>,
    /// At most 500 characters.
    internal_measurement_az: Optional<String>,
    /// At most 500 characters.
    internal_measurement_ru: Optional<String>,
    /// At most 500 characters.
    internal_measurement_en: Optional<String>,
    /// At most 500 characters, one material per line.
    materials_az: Optional<String>,
    /// At most 500 characters, one material per line.
    materials_ru: Optional<String>,
    /// At most 500 characters, one material per line.
    materials_en: Optional<String>,
    /// At most 500 characters, one advice per line.
    care_az: Optional<String>,
    /// At most 500 characters, one advice per line.
    care_ru: Optional<String>,
    /// At most 500 characters, one advice per line.
    care_en: Optional<String>,
    /// At most 500 characters, one part per line.
    box_contents_az: Optional<String>,
    /// At most 500 characters, one part per line.
    box_contents_ru: Optional<String>,
    /// At most 500 characters, one part per line.
    box_contents_en: Optional<String>,
    /// Grams with its boxes, 1 to 10,000,000; `null` = unknown.
    weight_grams: Optional<i64>,
    /// Code of a design like it, from which a shopper designs an own one; `null` = none.
    design_code: Optional<String>,
    /// Category id.
    category_id: Input<i32>,
    /// AZN, before the discount.
    price: Input<Amount>,
    /// Whole percent, 0 to 99.
    discount: Input<i64>,
    /// Whether staff shows it. Needs a price and all names.
    is_active: Input<bool>,
    /// RFC 3339: time from which the shop shows it; `null` = at once.
    show_at: Optional<String>,
    /// RFC 3339: time until which the shop shows it, after `showAt`; `null` = for ever.
    hide_at: Optional<String>,
    /// Stock at which to reorder; `null` = none.
    reorder_at: Optional<i64>,
    /// Whether it is made to order. `false` = in stock with 0 pieces.
    is_made_to_order: Input<bool>,
    /// At most 40 colour slugs.
    colors: Input<Vec<String>>,
    /// At most 40 images.
    images: Input<Vec<ImageInput>>,
    related: Input<RelatedInput>,
}

/// Image of a product.
#[request]
#[derive(Debug, Clone)]
pub(crate) struct ImageInput {
    /// Id of an uploaded picture that is ready.
    media_id: Optional<String>,
    /// Path of an image that the product has. Needed without `mediaId`, and not read with it.
    image_url: Input<String>,
    /// Colour slug; `null` = all colours.
    color: Optional<String>,
    /// Alternative text, at most 200 characters.
    alt_az: Optional<String>,
    /// Alternative text, at most 200 characters.
    alt_ru: Optional<String>,
    /// Alternative text, at most 200 characters.
    alt_en: Optional<String>,
    /// Focal point from the left, 0 to 100 percent.
    focus_x: Optional<i64>,
    /// Focal point from the top, 0 to 100 percent.
    focus_y: Optional<i64>,
}

/// Way in which the related products are chosen.
#[request]
#[derive(Debug, Clone)]
pub(crate) struct RelatedInput {
    /// `auto` = the shop, `chosen` = staff.
    mode: Input<String>,
    /// At most 12 ids, of `chosen`.
    product_ids: Optional<Vec<i64>>,
}

impl ImageInput {
    /// Converts to an image of content.
    pub(in crate::routes::desk) fn into_content(
        self,
        errors: &mut FieldErrors,
        index: usize,
    ) -> content::Image {
        let message = self.into_message(errors, index);
        content::Image {
            url: message.image.unwrap_or_default().url,
            media_id: message.media_id,
            alt: message.alt,
            focus_x_percent: Some(message.focus_x_percent),
            focus_y_percent: Some(message.focus_y_percent),
            ..content::Image::default()
        }
    }

    fn into_message(self, errors: &mut FieldErrors, index: usize) -> DeskImage {
        let name = |field: &str| format!("images[{index}].{field}");
        let mut percent = |input: Optional<i64>, field: &str| {
            let number = input.optional(errors, name(field)).unwrap_or(CENTRE);
            convert::number(errors, name(field), Some(number)).unwrap_or_default()
        };
        let (focus_x_percent, focus_y_percent) =
            (percent(self.focus_x, "focusX"), percent(self.focus_y, "focusY"));
        let media_id = self.media_id.optional(errors, name("mediaId"));
        let url = match media_id {
            Some(_) => None,
            None => self.image_url.required(errors, name("imageUrl")),
        };
        DeskImage {
            image: Some(Image {
                url: url.unwrap_or_default(),
                color: self.color.text(errors, name("color")),
                ..Image::default()
            }),
            alt: Some(LocalizedText {
                az: self.alt_az.text(errors, name("altAz")),
                ru: self.alt_ru.text(errors, name("altRu")),
                en: self.alt_en.text(errors, name("altEn")),
            }),
            focus_x_percent,
            focus_y_percent,
            media_id: media_id.unwrap_or_default(),
        }
    }
}

/// Sets URL, size and placeholder of the images of a patch that name media.
pub(super) async fn set_pictures(
    state: &AppState,
    member: &Member,
    errors: &mut FieldErrors,
    patch: &mut ProductPatch,
) -> ApiResult<()> {
    let images = patch.images.iter_mut().flat_map(|change| &mut change.images);
    let images: Vec<_> = images
        .enumerate()
        .filter(|(_, image)| !image.media_id.is_empty())
        .collect();
    let ids = images.iter().map(|(_, image)| image.media_id.clone()).collect();
    let pictures = Pictures::load(state, member, ids).await?;
    for (index, DeskImage { image, media_id, .. }) in images {
        let picture = errors.check(format!("images[{index}].mediaId"), pictures.find(media_id));
        if let Some((image, picture)) = image.as_mut().zip(picture) {
            *image = Image {
                color: std::mem::take(&mut image.color),
                ..picture
            };
        }
    }
    Ok(())
}

impl ProductFields {
    /// Converts to a message, which the service validates.
    pub(super) fn into_message(self, errors: &mut FieldErrors) -> ProductPatch {
        let texts = [
            ("nameAz", self.name_az),
            ("nameRu", self.name_ru),
            ("nameEn", self.name_en),
            ("descriptionAz", self.description_az),
            ("descriptionRu", self.description_ru),
            ("descriptionEn", self.description_en),
            ("featuresAz", self.features_az),
            ("featuresRu", self.features_ru),
            ("featuresEn", self.features_en),
            ("externalMeasurementAz", self.external_measurement_az),
            ("externalMeasurementRu", self.external_measurement_ru),
            ("externalMeasurementEn", self.external_measurement_en),
            ("internalMeasurementAz", self.internal_measurement_az),
            ("internalMeasurementRu", self.internal_measurement_ru),
            ("internalMeasurementEn", self.internal_measurement_en),
            ("materialsAz", self.materials_az),
            ("materialsRu", self.materials_ru),
            ("materialsEn", self.materials_en),
            ("careAz", self.care_az),
            ("careRu", self.care_ru),
            ("careEn", self.care_en),
            ("boxContentsAz", self.box_contents_az),
            ("boxContentsRu", self.box_contents_ru),
            ("boxContentsEn", self.box_contents_en),
        ];
        let texts = texts.into_iter().filter_map(|(field, input)| {
            let text = input.emptied(errors, field)?;
            Some((field.to_owned(), text))
        });
        let texts = texts.collect();
        let price = self.price.parse(|number| convert::parse_amount(&number));
        let discount = self.discount.changed(errors, "discount");
        let reorder_at = match self.reorder_at {
            Input::Missing => None,
            other => Some(ReorderChange {
                quantity: other.optional(errors, "reorderAt"),
            }),
        };
        let weight = match self.weight_grams {
            Input::Missing => None,
            other => {
                let grams = other.optional(errors, "weightGrams");
                Some(WeightChange {
                    grams: convert::number(errors, "weightGrams", grams),
                })
            }
        };
        let images = self.images.changed(errors, "images").map(|images| {
            let images = images.into_iter().enumerate();
            let images = images.map(|(index, image)| image.into_message(errors, index));
            ImagesChange {
                images: images.collect(),
            }
        });
        ProductPatch {
            texts,
            category_id: self.category_id.changed(errors, "categoryId"),
            price_minor: price.changed(errors, "price"),
            discount_percent: convert::percent(errors, "discount", discount),
            is_active: self.is_active.changed(errors, "isActive"),
            show_at: time(errors, "showAt", self.show_at),
            hide_at: time(errors, "hideAt", self.hide_at),
            reorder_at,
            weight,
            design_code: self.design_code.emptied(errors, "designCode"),
            is_made_to_order: self.is_made_to_order.changed(errors, "isMadeToOrder"),
            colors: self
                .colors
                .changed(errors, "colors")
                .map(|slugs| ColorsChange { slugs }),
            images,
            related: self
                .related
                .changed(errors, "related")
                .map(|related| related.into_message(errors)),
        }
    }
}

impl RelatedInput {
    fn into_message(self, errors: &mut FieldErrors) -> RelatedProducts {
        let mode = self.mode.required(errors, "related.mode").unwrap_or_default();
        errors.ensure(
            matches!(mode.as_str(), "auto" | "chosen" | ""),
            "related.mode",
            INVALID,
        );
        let product_ids = self.product_ids.optional(errors, "related.productIds");
        RelatedProducts {
            is_chosen: mode == "chosen",
            product_ids: product_ids.unwrap_or_default(),
        }
    }
}

/// Parses a time that can be emptied.
fn time(errors: &mut FieldErrors, field: &str, input: Optional<String>) -> Option<TimeChange> {
    match input.parse(|text| convert::parse_rfc3339(&text)) {
        Input::Missing => None,
        other => Some(TimeChange {
            at: other.optional(errors, field),
        }),
    }
}
