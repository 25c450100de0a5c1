//! Type, size and frames of an upload, read from its first bytes without decoding it.

use kit::vocabulary::content::MediaKind;

/// Maximum number of pixels of a picture.
const MAX_PIXELS: u64 = 50_000_000;

/// Message keys of refused content.
pub(crate) const BROKEN: &str = "MEDIA.BROKEN";
const TYPE: &str = "MEDIA.TYPE";
const HEIC: &str = "MEDIA.HEIC";
const PIXELS: &str = "MEDIA.PIXELS";
const FRAMES: &str = "MEDIA.FRAMES";

/// Type of a content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ContentType {
    Jpeg,
    Png,
    Webp,
    Avif,
    Heic,
    Pdf,
}

impl ContentType {
    /// Returns the type of a content by its signature; names and declared types are not read.
    pub(crate) fn of(content: &[u8]) -> Option<Self> {
        let at = |offset: usize, signature: &[u8]| {
            content
                .get(offset..)
                .is_some_and(|rest| rest.starts_with(signature))
        };
        if at(0, b"\xff\xd8\xff") {
            Some(Self::Jpeg)
        } else if at(0, b"\x89PNG\r\n\x1a\n") {
            Some(Self::Png)
        } else if at(0, b"RIFF") && at(8, b"WEBP") {
            Some(Self::Webp)
        } else if at(0, b"%PDF-") {
            Some(Self::Pdf)
        } else if at(4, b"ftyp") {
            match content.get(8..12)? {
                b"avif" | b"avis" => Some(Self::Avif),
                b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"mif1" | b"msf1" => {
                    Some(Self::Heic)
                }
                _ => None,
            }
        } else {
            None
        }
    }

    /// Returns the media type.
    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Avif => "image/avif",
            Self::Heic => "image/heic",
            Self::Pdf => "application/pdf",
        }
    }
}

/// Returns the type of an upload by its first bytes.
///
/// # Errors
///
/// Fails with the message key of a type that the kind does not have.
pub(crate) fn check_type(kind: MediaKind, content: &[u8]) -> Result<ContentType, &'static str> {
    match (kind, ContentType::of(content).ok_or(TYPE)?) {
        (MediaKind::Picture | MediaKind::Photo, ContentType::Heic) => Err(HEIC),
        (MediaKind::Picture | MediaKind::Photo, ContentType::Avif | ContentType::Pdf) => Err(TYPE),
        (_, found) => Ok(found),
    }
}

/// Returns the type of a whole upload.
///
/// # Errors
///
/// Fails with the message key of the refusal: another type than those of the kind, too many pixels, several frames, or a
/// damaged header.
pub(crate) fn check(kind: MediaKind, content: &[u8]) -> Result<ContentType, &'static str> {
    let found = check_type(kind, content)?;
    if kind == MediaKind::File {
        return Ok(found);
    }
    let (width, height) = match found {
        ContentType::Jpeg => jpeg_size(content).ok_or(BROKEN)?,
        ContentType::Png => png_size(content)?,
        ContentType::Webp => webp_size(content)?,
        ContentType::Avif | ContentType::Heic | ContentType::Pdf => return Err(TYPE),
    };
    if width == 0 || height == 0 {
        return Err(BROKEN);
    }
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PIXELS);
    }
    Ok(found)
}

fn u16_at(content: &[u8], offset: usize) -> Option<u32> {
    let bytes = content.get(offset..offset.checked_add(2)?)?;
    Some(u16::from_be_bytes(bytes.try_into().ok()?).into())
}

fn u32_at(content: &[u8], offset: usize) -> Option<u32> {
    let bytes = content.get(offset..offset.checked_add(4)?)?;
    Some(u32::from_be_bytes(bytes.try_into().ok()?))
}

/// Returns a number of little-endian bytes.
fn little_endian(content: &[u8], offset: usize, length: usize) -> Option<u32> {
    let bytes = content.get(offset..offset.checked_add(length)?)?;
    Some(
        bytes
            .iter()
            .rev()
            .fold(0, |number, byte| number << 8 | u32::from(*byte)),
    )
}

/// Reads the segments up to the start of the frame.
fn jpeg_size(content: &[u8]) -> Option<(u32, u32)> {
    let mut offset: usize = 2;
    loop {
        let [0xff, marker] = *content.get(offset..offset.checked_add(2)?)? else {
            return None;
        };
        match marker {
            // Fill bytes.
            0xff => offset = offset.checked_add(1)?,
            0x01 | 0xd0..=0xd7 => offset = offset.checked_add(2)?,
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                let height = u16_at(content, offset.checked_add(5)?)?;
                let width = u16_at(content, offset.checked_add(7)?)?;
                return Some((width, height));
            }
            0xd8..=0xda => return None,
            _ => {
                let length = usize::try_from(u16_at(content, offset.checked_add(2)?)?).ok()?;
                offset = offset.checked_add(2)?.checked_add(length.max(2))?;
            }
        }
    }
}

/// Reads the chunks up to the first with pixels.
fn png_size(content: &[u8]) -> Result<(u32, u32), &'static str> {
    if content.get(12..16) != Some(b"IHDR") {
        return Err(BROKEN);
    }
    let size = u32_at(content, 16).zip(u32_at(content, 20)).ok_or(BROKEN)?;
    let mut offset: usize = 8;
    loop {
        let length = u32_at(content, offset).and_then(|length| usize::try_from(length).ok());
        let name = content.get(offset.saturating_add(4)..offset.saturating_add(8));
        match name.ok_or(BROKEN)? {
            b"acTL" => return Err(FRAMES),
            b"IDAT" => return Ok(size),
            _ => offset = offset.saturating_add(12).saturating_add(length.ok_or(BROKEN)?),
        }
    }
}

/// Reads the first chunk.
fn webp_size(content: &[u8]) -> Result<(u32, u32), &'static str> {
    /// The flag of an animation in an extended header.
    const ANIMATION: u8 = 0x02;
    let number = |offset, length| little_endian(content, offset, length).ok_or(BROKEN);
    match content.get(12..16).ok_or(BROKEN)? {
        b"VP8X" if content.get(20).is_some_and(|flags| flags & ANIMATION != 0) => Err(FRAMES),
        b"VP8X" => Ok((number(24, 3)? + 1, number(27, 3)? + 1)),
        b"VP8 " => Ok((number(26, 2)? & 0x3fff, number(28, 2)? & 0x3fff)),
        b"VP8L" => {
            let bits = number(21, 4)?;
            Ok(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
        }
        _ => Err(BROKEN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A PNG with chunks before its pixels, which are missing.
    fn png(width: u32, height: u32, chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
        let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
        let chunks = [(b"IHDR", &header[..])].into_iter().chain(chunks.iter().copied());
        for (name, data) in chunks.chain([(b"IDAT", &b""[..])]) {
            png.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
            png.extend(name);
            png.extend(data);
            png.extend([0; 4]);
        }
        png
    }

    /// A JPEG up to its frame, after a segment.
    fn jpeg(width: u16, height: u16, segment: &[u8]) -> Vec<u8> {
        let length = u16::try_from(segment.len() + 2).unwrap().to_be_bytes();
        let frame = [
            b"\xff\xc2\x00\x11\x08",
            &height.to_be_bytes()[..],
            &width.to_be_bytes(),
        ]
        .concat();
        [b"\xff\xd8\xff\xe1", &length[..], segment, &frame, &[3; 10]].concat()
    }

    /// An extended WebP.
    fn webp(width: u32, height: u32, flags: u8) -> Vec<u8> {
        let side = |side: u32| (side - 1).to_le_bytes()[..3].to_vec();
        let header = [b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0", &[flags, 0, 0, 0][..]].concat();
        [header, side(width), side(height)].concat()
    }

    #[test]
    fn reads_type_and_size_from_the_content_alone() {
        let picture = |content: &[u8]| check(MediaKind::Picture, content).map(ContentType::media_type);
        let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
        let heic = b"\0\0\0\x18ftypheic\0\0\0\0";
        let exif = [&b"Exif\0\0"[..], &vec![0xff; 60_000]].concat();
        for (name, content, expected) in [
            ("JPEG", jpeg(8660, 5773, &exif), Ok("image/jpeg")),
            (
                "a frame of HTML after a JPEG's start",
                b"\xff\xd8\xff\xe0<html>".to_vec(),
                Err(BROKEN),
            ),
            (
                "JPEG without a frame",
                jpeg(1, 1, b"")[..10].to_vec(),
                Err(BROKEN),
            ),
            ("JPEG of height 0", jpeg(1, 0, b""), Err(BROKEN)),
            ("JPEG of 60 megapixels", jpeg(10_000, 6_000, b""), Err(PIXELS)),
            ("PNG", png(600, 400, &[(b"gAMA", b"abcd")]), Ok("image/png")),
            ("PNG of 30,000 x 30,000", png(30_000, 30_000, &[]), Err(PIXELS)),
            ("PNG without pixels", png(1, 1, &[])[..33].to_vec(), Err(BROKEN)),
            ("animated PNG", png(6, 4, &[(b"acTL", &[0; 8])]), Err(FRAMES)),
            ("WebP", webp(600, 400, 0x10), Ok("image/webp")),
            ("animated WebP", webp(600, 400, 0x12), Err(FRAMES)),
            ("WebP of 16,384 x 16,384", webp(16_384, 16_384, 0), Err(PIXELS)),
            (
                "WebP of an unknown kind",
                b"RIFF\0\0\0\0WEBPABCD".to_vec(),
                Err(BROKEN),
            ),
            ("GIF", b"GIF89a\x01\0\x01\0".to_vec(), Err(TYPE)),
            (
                "SVG with a script, also if it is named .png",
                svg.to_vec(),
                Err(TYPE),
            ),
            (
                "HTML",
                b"<!doctype html><script>alert(1)</script>".to_vec(),
                Err(TYPE),
            ),
            ("HEIC", heic.to_vec(), Err(HEIC)),
            ("AVIF", b"\0\0\0\x18ftypavif\0\0\0\0".to_vec(), Err(TYPE)),
            ("PDF", b"%PDF-1.7".to_vec(), Err(TYPE)),
            ("nothing", Vec::new(), Err(TYPE)),
        ] {
            assert_eq!(picture(&content), expected, "{name}");
        }
        let file = |content: &[u8]| check(MediaKind::File, content).map(ContentType::media_type);
        assert_eq!(file(b"%PDF-1.7"), Ok("application/pdf"));
        assert_eq!(file(heic), Ok("image/heic"));
        assert_eq!(file(svg), Err(TYPE));
    }
}
