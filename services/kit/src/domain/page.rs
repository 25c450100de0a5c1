//! Pages of lists.

/// A page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Maximum number of entries.
    pub limit: i64,
    /// Number of entries before the page.
    pub offset: i64,
}

impl Page {
    /// Creates page `number`, counted from 1, of pages of `size` entries.
    pub fn new(number: u32, size: u32) -> Self {
        let limit = i64::from(size);
        Self {
            limit,
            offset: i64::from(number.saturating_sub(1)).saturating_mul(limit),
        }
    }

    /// Returns the entries of this page.
    pub fn slice<T>(self, entries: Vec<T>) -> Vec<T> {
        let count = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        entries
            .into_iter()
            .skip(count(self.offset))
            .take(count(self.limit))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_pages_from_1() {
        assert_eq!(Page::new(1, 10), Page { limit: 10, offset: 0 });
        assert_eq!(
            Page::new(3, 12),
            Page {
                limit: 12,
                offset: 24
            }
        );
        assert!(Page::new(u32::MAX, u32::MAX).offset > 0);
    }

    #[test]
    fn slices_pages() {
        let entries = || vec!['a', 'b', 'c', 'd', 'e'];
        assert_eq!(Page::new(1, 2).slice(entries()), ['a', 'b']);
        assert_eq!(Page::new(3, 2).slice(entries()), ['e']);
        assert!(Page::new(4, 2).slice(entries()).is_empty());
        assert!(Page::new(u32::MAX, u32::MAX).slice(entries()).is_empty());
    }
}
