//! A product as the shop shows it, kept in the search index for answers while the database is away.

use std::io::{Read as _, Write as _};

use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};
use prost::Message as _;
use proto::catalog::v1::Product;

/// Maximum size of an encoded product, in bytes.
const MAX_SIZE: u64 = 1024 * 1024;

/// A compressed product, about a third of its texts. Empty = unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Record(Box<[u8]>);

impl Record {
    /// Encodes a product.
    pub(crate) fn new(product: &Product) -> Self {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        let written = encoder.write_all(&product.encode_to_vec());
        Self(written.and_then(|()| encoder.finish()).unwrap_or_default().into())
    }

    /// Reads a record from the index.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.into())
    }

    /// Returns the record as the index stores it.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Decodes the product; `None` if it is unknown or damaged.
    pub(crate) fn product(&self) -> Option<Product> {
        let mut encoded = Vec::new();
        let mut decoder = DeflateDecoder::new(&*self.0).take(MAX_SIZE);
        decoder.read_to_end(&mut encoded).ok()?;
        Product::decode(&*encoded).ok().filter(|product| product.id > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::wardrobe;

    #[test]
    fn round_trips() {
        let product = Product {
            id: 7,
            ..wardrobe("SK-1")
        };
        let record = Record::new(&product);
        assert_eq!(Record::from_bytes(record.bytes()).product(), Some(product));
        assert_eq!(Record::default().product(), None);
        assert_eq!(Record::from_bytes(b"damaged").product(), None);
    }
}
