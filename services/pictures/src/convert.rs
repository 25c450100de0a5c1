//! Converts a picture to the sizes of the shop, in a process of its own whose memory and time are bounded.
//!
//! The original is decoded at a reduced scale, so that 50 megapixels fit into [`MAX_MEMORY`]. The sizes have no metadata: only
//! pixels are written.

use std::io::{self, Cursor, Read as _, Write as _};

use image::{
    DynamicImage, ImageDecoder as _, ImageFormat, RgbaImage, codecs::webp::WebPDecoder, imageops::FilterType,
    metadata::Orientation,
};
use jpeg_decoder::PixelFormat;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};
use rgb::FromSlice as _;
use rustix::process::{Resource, Rlimit, Signal};

use crate::{
    alpha::{premultiply, unpremultiply},
    height_of, jpeg, widths,
};

/// Maximum memory of the process, in bytes.
const MAX_MEMORY: u64 = 300 * 1024 * 1024;

/// Maximum processor time of the process, in seconds.
const MAX_SECONDS: u64 = 120;

/// Width to which an original is reduced while it is decoded, in pixels: enough for the largest size.
const DECODED_WIDTH: u32 = 2048;

/// Exit code of the process if the picture is damaged.
pub const EXIT_BROKEN: u8 = 65;

/// Quality of the sizes, of 100.
const WEBP_QUALITY: f32 = 80.0;
const AVIF_QUALITY: f32 = 70.0;

/// Speed of the AVIF encoder, of 10.
const AVIF_SPEED: u8 = 8;

/// Step of a conversion. AVIF takes some ten times as long as the other formats, so a picture is shown before it has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// WebP in all sizes, and JPEG for link previews.
    Shown,
    /// AVIF in all sizes.
    Smaller,
}

impl Step {
    /// All steps, in their order.
    pub const ALL: [Self; 2] = [Self::Shown, Self::Smaller];

    /// Returns the argument of the process.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shown => "shown",
            Self::Smaller => "smaller",
        }
    }
}

/// Description of the files, which the process writes before them.
#[derive(Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Converted {
    /// Pixels of the upright original.
    pub width: u32,
    /// Pixels of the upright original.
    pub height: u32,
    /// The mean colour, `#c8b9a6`.
    pub placeholder: String,
    /// The files that follow.
    pub files: Vec<File>,
}

/// A file of a size.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct File {
    /// Pixels; of a JPEG the position of its part, in percent.
    pub width: u32,
    /// Extension of its name.
    pub extension: String,
    /// Bytes.
    pub length: usize,
}

/// Error of a conversion.
#[derive(Debug, thiserror::Error)]
#[error("the picture is damaged: {0}")]
pub(crate) struct Broken(String);

impl Broken {
    fn new(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// Runs the process: reads an original from the standard input and writes the files of a step to the standard output.
///
/// # Errors
///
/// Fails if the limits cannot be set, the picture is damaged, or the input or output fails.
pub fn run(step: Step) -> Result<(), Box<dyn std::error::Error>> {
    let limit = |limit| Rlimit {
        current: Some(limit),
        maximum: Some(limit),
    };
    rustix::process::setrlimit(Resource::Data, limit(MAX_MEMORY))?;
    rustix::process::setrlimit(Resource::Cpu, limit(MAX_SECONDS))?;
    rustix::process::setrlimit(Resource::Core, limit(0))?;
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    let mut original = Vec::new();
    io::stdin().lock().read_to_end(&mut original)?;
    let (converted, files) = convert(&original, step)?;
    let mut output = io::stdout().lock();
    serde_json::to_writer(&mut output, &converted)?;
    output.write_all(b"\n")?;
    for file in files {
        output.write_all(&file)?;
    }
    output.flush()?;
    Ok(())
}

/// Converts a picture to the files of a step, in the order of [`Converted::files`].
fn convert(original: &[u8], step: Step) -> Result<(Converted, Vec<Vec<u8>>), Broken> {
    let decoded = decode(original)?;
    let mut picture = decoded.pixels;
    to_srgb(&mut picture, decoded.profile.as_deref());
    let mut picture = DynamicImage::ImageRgba8(picture);
    picture.apply_orientation(decoded.orientation);
    let mut picture = picture.into_rgba8();
    let (width, height) = if swaps_sides(decoded.orientation) {
        (decoded.height, decoded.width)
    } else {
        (decoded.width, decoded.height)
    };
    let placeholder = mean_color(&picture);
    let is_opaque = picture.pixels().all(|pixel| pixel.0[3] == u8::MAX);
    premultiply(&mut picture);
    let picture = DynamicImage::ImageRgba8(picture);
    let (mut described, mut files) = (Vec::new(), Vec::new());
    for size in widths(width) {
        let height = height_of(size, (width, height));
        let mut sized = picture
            .resize_exact(size, height, FilterType::Lanczos3)
            .into_rgba8();
        if !is_opaque {
            unpremultiply(&mut sized);
        }
        let (extension, file) = match step {
            Step::Shown => ("webp", webp(&sized, is_opaque)?),
            Step::Smaller => ("avif", avif(&sized, is_opaque)?),
        };
        described.push(File {
            width: size,
            extension: extension.to_owned(),
            length: file.len(),
        });
        files.push(file);
    }
    let previews = match step {
        Step::Shown => jpeg::encode(&picture).map_err(Broken::new)?,
        Step::Smaller => Vec::new(),
    };
    for (position, file) in previews {
        described.push(File {
            width: position,
            extension: "jpg".to_owned(),
            length: file.len(),
        });
        files.push(file);
    }
    let converted = Converted {
        width,
        height,
        placeholder,
        files: described,
    };
    Ok((converted, files))
}

/// A decoded picture, reduced but not upright yet.
struct Decoded {
    /// Pixels of the original.
    width: u32,
    /// Pixels of the original.
    height: u32,
    pixels: RgbaImage,
    orientation: Orientation,
    /// The ICC profile.
    profile: Option<Vec<u8>>,
}

fn decode(original: &[u8]) -> Result<Decoded, Broken> {
    match image::guess_format(original) {
        Ok(ImageFormat::Jpeg) => decode_jpeg(original),
        Ok(ImageFormat::Png) => decode_png(original),
        Ok(ImageFormat::WebP) => decode_webp(original),
        _ => Err(Broken::new("no picture")),
    }
}

fn orientation(exif: Option<&[u8]>) -> Orientation {
    let orientation = exif.and_then(Orientation::from_exif_chunk);
    orientation.unwrap_or(Orientation::NoTransforms)
}

/// Whether width and height of the upright picture are those of the stored one exchanged.
const fn swaps_sides(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

/// Returns by how much each side is reduced, so that the upright picture is at least [`DECODED_WIDTH`] wide.
fn reduction(width: u32, height: u32, orientation: Orientation) -> u32 {
    let upright_width = if swaps_sides(orientation) { height } else { width };
    (upright_width / DECODED_WIDTH).max(1)
}

fn decode_jpeg(original: &[u8]) -> Result<Decoded, Broken> {
    let mut decoder = jpeg_decoder::Decoder::new(original);
    decoder.read_info().map_err(Broken::new)?;
    let info = decoder.info().ok_or_else(|| Broken::new("no frame"))?;
    let orientation = orientation(decoder.exif_data());
    let profile = decoder.icc_profile();
    // The decoder reduces by 1, 2, 4 or 8, to at least one of the requested sides.
    let by = u16::try_from(reduction(info.width.into(), info.height.into(), orientation)).unwrap_or(1);
    let (width, height) = decoder
        .scale(info.width.div_ceil(by), info.height.div_ceil(by))
        .map_err(Broken::new)?;
    let data = decoder.decode().map_err(Broken::new)?;
    let (width, height) = (u32::from(width), u32::from(height));
    let mut reduced = Reduced::new(width, height, reduction(width, height, orientation));
    let channels = info.pixel_format.pixel_bytes();
    for row in data.chunks_exact(usize::from(u16::try_from(width).unwrap_or(1)).saturating_mul(channels)) {
        reduced.add_row(row.chunks_exact(channels).map(|pixel| {
            match (info.pixel_format, pixel) {
                (PixelFormat::CMYK32, &[cyan, magenta, yellow, black]) => [cyan, magenta, yellow]
                    .map(|ink| {
                        let light = (255 - u16::from(ink)) * (255 - u16::from(black)) / 255;
                        u8::try_from(light).unwrap_or(u8::MAX)
                    })
                    .into_rgba(),
                (PixelFormat::RGB24, &[red, green, blue]) => [red, green, blue].into_rgba(),
                // Of 16 bits the first 8.
                (_, &[gray, ..]) => [gray; 3].into_rgba(),
                _ => [0; 4],
            }
        }));
    }
    Ok(Decoded {
        width: info.width.into(),
        height: info.height.into(),
        pixels: reduced.finish()?,
        orientation,
        profile,
    })
}

fn decode_png(original: &[u8]) -> Result<Decoded, Broken> {
    let mut decoder = png::Decoder::new(Cursor::new(original));
    decoder.set_ignore_text_chunk(true);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(Broken::new)?;
    let info = reader.info();
    let (width, height) = (info.width, info.height);
    let orientation = orientation(info.exif_metadata.as_deref());
    let profile = info.icc_profile.as_ref().map(|profile| profile.to_vec());
    let is_interlaced = info.interlaced;
    let (color, _) = reader.output_color_type();
    let channels = color.samples();
    let mut reduced = Reduced::new(width, height, reduction(width, height, orientation));
    let pixel = |pixel: &[u8]| match *pixel {
        [gray] => [gray; 3].into_rgba(),
        [gray, alpha] => [gray, gray, gray, alpha],
        [red, green, blue] => [red, green, blue].into_rgba(),
        [red, green, blue, alpha] => [red, green, blue, alpha],
        _ => [0; 4],
    };
    if is_interlaced {
        let size = reader.output_buffer_size().ok_or_else(|| Broken::new("size"))?;
        let mut whole = vec![0; size];
        let frame = reader.next_frame(&mut whole).map_err(Broken::new)?;
        for row in whole.chunks_exact(frame.line_size.max(1)) {
            reduced.add_row(row.chunks_exact(channels).map(pixel));
        }
    } else {
        while let Some(row) = reader.next_row().map_err(Broken::new)? {
            reduced.add_row(row.data().chunks_exact(channels).map(pixel));
        }
    }
    Ok(Decoded {
        width,
        height,
        pixels: reduced.finish()?,
        orientation,
        profile,
    })
}

fn decode_webp(original: &[u8]) -> Result<Decoded, Broken> {
    let mut decoder = WebPDecoder::new(Cursor::new(original)).map_err(Broken::new)?;
    let (width, height) = decoder.dimensions();
    let orientation = decoder.orientation().map_err(Broken::new)?;
    let profile = decoder.icc_profile().map_err(Broken::new)?;
    let channels = usize::from(decoder.color_type().channel_count());
    let size = usize::try_from(decoder.total_bytes()).map_err(Broken::new)?;
    let mut whole = vec![0; size];
    decoder.read_image(&mut whole).map_err(Broken::new)?;
    let mut reduced = Reduced::new(width, height, reduction(width, height, orientation));
    let line = usize::try_from(width)
        .map_err(Broken::new)?
        .saturating_mul(channels);
    for row in whole.chunks_exact(line.max(1)) {
        reduced.add_row(row.chunks_exact(channels).map(|pixel| match *pixel {
            [red, green, blue] => [red, green, blue].into_rgba(),
            [red, green, blue, alpha] => [red, green, blue, alpha],
            _ => [0; 4],
        }));
    }
    Ok(Decoded {
        width,
        height,
        pixels: reduced.finish()?,
        orientation,
        profile,
    })
}

/// A colour without transparency.
trait Opaque {
    fn into_rgba(self) -> [u8; 4];
}

impl Opaque for [u8; 3] {
    fn into_rgba(self) -> [u8; 4] {
        let [red, green, blue] = self;
        [red, green, blue, u8::MAX]
    }
}

/// A picture that is reduced row by row: each of its pixels is the mean of a square.
struct Reduced {
    by: u32,
    width: u32,
    height: u32,
    /// Sums of a row of squares: red, green and blue times alpha, alpha, and the number of pixels.
    sums: Vec<[u32; 5]>,
    rows: u32,
    pixels: Vec<u8>,
}

impl Reduced {
    fn new(width: u32, height: u32, by: u32) -> Self {
        let width = width.div_ceil(by);
        Self {
            by,
            width,
            height: height.div_ceil(by),
            sums: vec![[0; 5]; usize::try_from(width).unwrap_or_default()],
            rows: 0,
            pixels: Vec::new(),
        }
    }

    fn add_row(&mut self, row: impl Iterator<Item = [u8; 4]>) {
        if self.by == 1 {
            self.pixels.extend(row.flatten());
            return;
        }
        let by = usize::try_from(self.by).unwrap_or(1);
        for (index, [red, green, blue, alpha]) in row.enumerate() {
            if let Some(sum) = self.sums.get_mut(index / by) {
                let alpha = u32::from(alpha);
                let colors = [red, green, blue].map(|color| u32::from(color) * alpha);
                let [red, green, blue] = colors;
                for (sum, value) in sum.iter_mut().zip([red, green, blue, alpha, 1]) {
                    *sum += value;
                }
            }
        }
        self.rows += 1;
        if self.rows == self.by {
            self.end_squares();
        }
    }

    fn end_squares(&mut self) {
        self.rows = 0;
        for sum in &mut self.sums {
            let [red, green, blue, alpha, count] = std::mem::take(sum);
            let mean = |color: u32, weight: u32| {
                let mean = (color + weight / 2).checked_div(weight).unwrap_or_default();
                u8::try_from(mean).unwrap_or(u8::MAX)
            };
            let [red, green, blue] = [red, green, blue].map(|color| mean(color, alpha));
            self.pixels.extend([red, green, blue, mean(alpha, count)]);
        }
    }

    fn finish(mut self) -> Result<RgbaImage, Broken> {
        if self.rows > 0 {
            self.end_squares();
        }
        let picture = RgbaImage::from_raw(self.width, self.height, self.pixels);
        picture.ok_or_else(|| Broken::new("rows are missing"))
    }
}

/// Converts colours of an RGB profile to sRGB. A profile of another kind, or a damaged one, is ignored.
fn to_srgb(picture: &mut RgbaImage, profile: Option<&[u8]>) {
    let Some(profile) = profile.and_then(|profile| ColorProfile::new_from_slice(profile).ok()) else {
        return;
    };
    if profile.color_space != DataColorSpace::Rgb {
        return;
    }
    let srgb = ColorProfile::new_srgb();
    let options = TransformOptions::default();
    let transform = profile.create_transform_8bit(Layout::Rgba, &srgb, Layout::Rgba, options);
    let mut converted = vec![0; picture.as_raw().len()];
    let is_converted = transform.is_ok_and(|transform| transform.transform(picture, &mut converted).is_ok());
    if is_converted {
        picture.copy_from_slice(&converted);
    }
}

/// Returns the mean colour of what is not transparent.
fn mean_color(picture: &RgbaImage) -> String {
    let mut sums = [0_u64; 4];
    for pixel in picture.pixels() {
        let alpha = u64::from(pixel.0[3]);
        for (sum, color) in sums.iter_mut().zip(pixel.0) {
            *sum += u64::from(color) * alpha;
        }
    }
    let weight: u64 = picture.pixels().map(|pixel| u64::from(pixel.0[3])).sum();
    let [red, green, blue, _] = sums.map(|sum| sum.checked_div(weight).unwrap_or(u8::MAX.into()));
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn avif(picture: &RgbaImage, is_opaque: bool) -> Result<Vec<u8>, Broken> {
    let encoder = ravif::Encoder::new()
        .with_quality(AVIF_QUALITY)
        .with_alpha_quality(AVIF_QUALITY)
        .with_speed(AVIF_SPEED)
        .with_num_threads(Some(1));
    let width = usize::try_from(picture.width()).map_err(Broken::new)?;
    let height = usize::try_from(picture.height()).map_err(Broken::new)?;
    let encoded = if is_opaque {
        let opaque = without_alpha(picture);
        encoder.encode_rgb(ravif::Img::new(opaque.as_rgb(), width, height))
    } else {
        encoder.encode_rgba(ravif::Img::new(picture.as_raw().as_rgba(), width, height))
    };
    Ok(encoded.map_err(Broken::new)?.avif_file)
}

fn webp(picture: &RgbaImage, is_opaque: bool) -> Result<Vec<u8>, Broken> {
    let (width, height) = picture.dimensions();
    let encoded = if is_opaque {
        webp::Encoder::from_rgb(&without_alpha(picture), width, height).encode_simple(false, WEBP_QUALITY)
    } else {
        webp::Encoder::from_rgba(picture, width, height).encode_simple(false, WEBP_QUALITY)
    };
    let encoded = encoded.map_err(|error| Broken(format!("{error:?}")))?;
    Ok(encoded.to_vec())
}

fn without_alpha(picture: &RgbaImage) -> Vec<u8> {
    picture
        .pixels()
        .flat_map(|pixel| pixel.0.into_iter().take(3))
        .collect()
}
