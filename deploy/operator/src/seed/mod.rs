//! Fills a shop with the seed catalogue of `deploy/seed`.

mod content;
mod drawing;

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::{Context as _, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use proto::{
    catalog::v1::{self as catalog, CreateProductRequest, ListProductsRequest},
    common::v1::Page,
};
use serde::Deserialize;
use serde_json::Value;
use toolkit::console::print_status;

use self::drawing::{Drawing, SizeMm};
use crate::{
    clients::{Clients, call, request},
    json::{self, FileFormat},
};

/// Category of joints and fittings, which are made in their own measures only, and of pieces, which are not.
const FURNITURE: i32 = 3;

/// The members of a product in `deploy/seed/products/*.json` whose format is not the message's.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SeedProduct {
    /// 1 wardrobe, 2 kitchen, 3 furniture.
    category: i32,
    /// Pieces; missing = made to order.
    stock: Option<i64>,
    /// Stars, one decimal.
    rating: serde_json::Number,
    size_mm: SizeMm,
    drawing: Drawing,
    images: Vec<SeedImage>,
}

impl FileFormat for catalog::Product {
    const MESSAGE: &str = "storefront.catalog.v1.Product";

    /// Removes the members of [`SeedProduct`] that have the name of one of the message.
    fn decode_file(json: &mut Value) -> Result<()> {
        for member in ["category", "images"] {
            json.as_object_mut().context("not an object")?.remove(member);
        }
        Ok(())
    }
}

#[derive(Debug, Deserialize)]
struct SeedImage {
    /// The number in the product's folder, from 1.
    n: u32,
    format: Format,
    /// Pixels, of the largest file.
    width: u32,
    /// Pixels.
    height: u32,
    /// A slug of the palette; missing = all colours.
    color: Option<String>,
    placeholder: String,
}

/// A drawing (SVG), or a photograph (WebP, with an AVIF file beside it).
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Svg,
    Webp,
}

impl Format {
    const fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Webp => "webp",
        }
    }

    /// The width in pixels of the file that the shop links to: at most 768 for a photograph, even if a larger file exists.
    fn linked_width(self, largest: u32) -> u32 {
        match self {
            Self::Svg => largest,
            Self::Webp => largest.min(768),
        }
    }
}

/// Adds the missing products and content to the running shop.
///
/// # Errors
/// If the seed cannot be read, no shop is running, or the shop rejects an item.
pub async fn run() -> Result<()> {
    let root = local::checkout_root()?;
    let clients = Clients::connect()?;
    fill(&clients, &root).await?;
    content::fill(&clients, &root).await
}

/// Adds the products to a shop without products, and the content to a shop without content.
///
/// # Errors
/// As [`run`].
pub async fn fill_empty(clients: &Clients, root: &Path) -> Result<()> {
    let first = ListProductsRequest {
        page: Some(Page { number: 1, size: 1 }),
        ..ListProductsRequest::default()
    };
    let answer = call(clients.catalog()?.list_products(request(first))).await?;
    if answer.total_records == 0 {
        fill(clients, root).await?;
    }
    content::fill_empty(clients, root).await
}

/// Adds the products whose code the shop lacks; existing products are not changed.
async fn fill(clients: &Clients, root: &Path) -> Result<()> {
    let products = read_products(&root.join("deploy/seed/products"))?;
    let mut catalog = clients.catalog()?;
    let bar = ProgressBar::new(u64::try_from(products.len())?);
    bar.set_style(ProgressStyle::with_template(
        "seed {bar:30} {pos} of {len} {msg}",
    )?);
    let mut added = 0;
    let total = products.len();
    for product in products {
        bar.set_message(product.code.clone());
        let code = product.code.clone();
        let message = CreateProductRequest {
            product: Some(product),
        };
        // A product is large, and the future would hold it several times.
        let answer = call(Box::pin(catalog.create_product(request(message)))).await;
        let answer = answer.with_context(|| format!("cannot add the product {code}"))?;
        added += usize::from(answer.created);
        bar.inc(1);
    }
    bar.finish_and_clear();
    print_status(&format!(
        "seed: {added} products added, {} existed",
        total - added
    ));
    Ok(())
}

/// Reads all products, ordered by category: the shop lists them in this order by default.
fn read_products(folder: &Path) -> Result<Vec<catalog::Product>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let files: BTreeSet<_> = entries.flatten().map(|entry| entry.path()).collect();
    let mut codes = BTreeSet::new();
    let mut products = Vec::new();
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "json"))
    {
        for product in json::read_file::<Vec<Value>>(file)? {
            let product = to_message(product).with_context(|| format!("cannot parse {}", file.display()))?;
            ensure!(
                codes.insert(product.code.clone()),
                "{}: the code {} occurs twice",
                file.display(),
                product.code
            );
            products.push(product);
        }
    }
    products.sort_by_key(|product| product.category.as_ref().map(|category| category.id));
    Ok(products)
}

fn to_message(json: Value) -> Result<catalog::Product> {
    let product: SeedProduct = serde_json::from_value(json.clone())?;
    let message: catalog::Product = json::parse(json)?;
    let folder = message.code.to_lowercase();
    let images = product.images.into_iter().map(|image| catalog::Image {
        url: format!(
            "/images/products/{folder}/{}-{}.{}",
            image.n,
            image.format.linked_width(image.width),
            image.format.extension()
        ),
        width: image.width,
        height: image.height,
        color: image.color.unwrap_or_default(),
        placeholder: image.placeholder,
        ..catalog::Image::default()
    });
    Ok(catalog::Product {
        category: Some(catalog::Category {
            id: product.category,
            ..catalog::Category::default()
        }),
        stock_quantity: product.stock,
        rating_tenths: tenths(&product.rating)?,
        images: images.collect(),
        // The limits are those of the category.
        sizes: Some(catalog::Sizes {
            is_fixed: product.category == FURNITURE && !product.drawing.is_piece(),
            own: Some(product.size_mm.into()),
            ..catalog::Sizes::default()
        }),
        front: product.drawing.front(),
        ..message
    })
}

/// Parses a rating into tenths of a star, from its digits to avoid floating point.
fn tenths(rating: &serde_json::Number) -> Result<u32> {
    let text = rating.to_string();
    let (stars, tenth) = text.split_once('.').unwrap_or((&text, "0"));
    let tenths = stars.parse::<u32>().ok().zip(tenth.parse::<u32>().ok());
    let tenths = tenths
        .filter(|(_, tenth)| *tenth < 10)
        .map(|(stars, tenth)| stars.saturating_mul(10) + tenth);
    tenths
        .filter(|tenths| *tenths <= 50)
        .with_context(|| format!("the rating {text} is not 0 to 5 with one decimal"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_products_of_the_checkout() {
        let products = read_products(&local::checkout_root().unwrap().join("deploy/seed/products")).unwrap();
        for category in 1..=3 {
            let of_category = products.iter().filter(|product| {
                product
                    .category
                    .as_ref()
                    .is_some_and(|found| found.id == category)
            });
            assert!(of_category.count() > 0, "category {category} has no product");
        }
        let first = products.iter().find(|product| product.code == "SK-101").unwrap();
        assert_eq!(first.images[0].url, "/images/products/sk-101/1-768.webp");
        assert_eq!(first.price_minor, 125_000);
        let own = first.sizes.as_ref().and_then(|sizes| sizes.own);
        assert_eq!(
            own,
            Some(catalog::Measures {
                width_mm: 1500,
                depth_mm: 600,
                height_mm: 2100
            })
        );
        assert_eq!(
            first.front,
            Some(catalog::Front {
                kind: catalog::FrontKind::Doors.into(),
                doors: 3,
                drawers: 2,
                drawer_rows: 1,
                has_legs: true,
            })
        );
    }

    #[test]
    fn only_joints_and_fittings_are_made_in_their_own_measures_only() {
        let products = read_products(&local::checkout_root().unwrap().join("deploy/seed/products")).unwrap();
        let is_fixed = |code: &str| {
            let product = products.iter().find(|product| product.code == code).unwrap();
            product.sizes.unwrap().is_fixed
        };
        assert!(is_fixed("BR-301") && is_fixed("BR-320"));
        assert!(!is_fixed("BG-401") && !is_fixed("SK-101") && !is_fixed("MT-201"));
    }

    #[test]
    fn rejects_a_duplicate_code() {
        let source = local::checkout_root()
            .unwrap()
            .join("deploy/seed/products/wardrobe.json");
        let folder = tempfile::tempdir().unwrap();
        fs::copy(&source, folder.path().join("a.json")).unwrap();
        assert!(read_products(folder.path()).is_ok());
        fs::copy(&source, folder.path().join("b.json")).unwrap();
        assert!(
            read_products(folder.path())
                .unwrap_err()
                .to_string()
                .contains("twice")
        );
    }

    #[test]
    fn parses_a_rating_with_one_decimal() {
        let parse = |text: &str| tenths(&serde_json::from_str(text).unwrap());
        assert_eq!(parse("4.6").unwrap(), 46);
        assert_eq!(parse("5").unwrap(), 50);
        assert_eq!(parse("0.0").unwrap(), 0);
        for invalid in ["5.1", "4.65", "-1", "1e1"] {
            assert!(parse(invalid).is_err(), "{invalid}");
        }
    }
}
