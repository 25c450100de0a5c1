//! The process that converts a picture.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a panic fails the test"
)]

use std::{
    io::{Cursor, Write as _},
    process::{Command, Stdio},
};

use content::Step;
use image::{ImageFormat, Rgb, RgbImage};
use jpeg_encoder::{ColorType, Encoder};
use serde_json::Value;

/// Runs a step of a conversion; returns what the process describes and its files, or the exit code.
fn convert(original: &[u8], step: Step) -> Result<(Value, Vec<Vec<u8>>), Option<i32>> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_content"))
        .args(["convert", step.name()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let original = original.to_vec();
    let sender = std::thread::spawn(move || input.write_all(&original));
    let output = child.wait_with_output().unwrap();
    let _ = sender.join().unwrap();
    if !output.status.success() {
        return Err(output.status.code());
    }
    let end = output.stdout.iter().position(|byte| *byte == b'\n').unwrap();
    let described: Value = serde_json::from_slice(&output.stdout[..end]).unwrap();
    let mut rest = &output.stdout[end + 1..];
    let mut files = Vec::new();
    for file in described["files"].as_array().unwrap() {
        let (content, others) = rest.split_at(file["length"].as_u64().unwrap().try_into().unwrap());
        files.push(content.to_vec());
        rest = others;
    }
    assert!(rest.is_empty());
    Ok((described, files))
}

/// Encodes a JPEG with an Exif block of an orientation and a position.
fn jpeg(picture: &RgbImage, orientation: u8) -> Vec<u8> {
    let mut content = Vec::new();
    let mut encoder = Encoder::new(&mut content, 95);
    let entry = |tag: u16, kind: u16, value: u32| {
        [
            &tag.to_be_bytes()[..],
            &kind.to_be_bytes(),
            &1_u32.to_be_bytes(),
            &value.to_be_bytes(),
        ]
        .concat()
    };
    let exif = [
        b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x02".to_vec(),
        entry(0x0112, 3, u32::from(orientation) << 16),
        entry(0x8825, 4, 0),
        b"\0\0\0\0GPS 40.4093 N 49.8671 E".to_vec(),
    ]
    .concat();
    encoder.add_app_segment(1, &exif).unwrap();
    encoder
        .add_app_segment(1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>")
        .unwrap();
    let (width, height) = picture.dimensions();
    let (width, height) = (width.try_into().unwrap(), height.try_into().unwrap());
    encoder.encode(picture, width, height, ColorType::Rgb).unwrap();
    content
}

/// A colour for each quarter of a picture of 96 x 64 pixels.
fn color_at(x: u32, y: u32) -> Rgb<u8> {
    match (x < 48, y < 32) {
        (true, true) => Rgb([220, 30, 30]),
        (false, true) => Rgb([30, 200, 30]),
        (true, false) => Rgb([30, 30, 220]),
        (false, false) => Rgb([230, 230, 230]),
    }
}

fn is_close(one: Rgb<u8>, other: Rgb<u8>) -> bool {
    one.0
        .iter()
        .zip(other.0)
        .all(|(one, other)| one.abs_diff(other) < 40)
}

#[test]
fn all_orientations_are_upright_and_nothing_but_pixels_is_kept() {
    for orientation in 1..=8_u8 {
        // By Exif: which sides of the upright picture the first row and the first column are.
        let (width, height) = if orientation < 5 { (96, 64) } else { (64, 96) };
        let stored = RgbImage::from_fn(width, height, |column, row| match orientation {
            1 => color_at(column, row),
            2 => color_at(95 - column, row),
            3 => color_at(95 - column, 63 - row),
            4 => color_at(column, 63 - row),
            5 => color_at(row, column),
            6 => color_at(95 - row, column),
            7 => color_at(95 - row, 63 - column),
            _ => color_at(row, 63 - column),
        });
        let original = jpeg(&stored, orientation);
        let steps = Step::ALL.map(|step| convert(&original, step).unwrap());
        for ((described, files), extension) in steps.iter().zip(["webp", "avif"]) {
            assert_eq!(
                (&described["width"], &described["height"]),
                (&96.into(), &64.into()),
                "{orientation}"
            );
            let file = &described["files"][0];
            assert_eq!(
                (&file["width"], &file["extension"]),
                (&96.into(), &extension.into())
            );
            for file in files {
                for word in [&b"Exif"[..], b"EXIF", b"GPS", b"xmp", b"XMP", b"ICCP"] {
                    assert!(
                        !file.windows(word.len()).any(|part| part == word),
                        "{orientation}"
                    );
                }
            }
        }
        let [(_, shown), (_, smaller)] = &steps;
        // Of 3 by 2 the JPEGs show 79 % each.
        assert_eq!((shown.len(), smaller.len()), (6, 1), "{orientation}");
        for jpeg in &shown[1..] {
            let frame = jpeg.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
            assert_eq!(
                jpeg[frame + 5..frame + 9],
                [630_u16, 1200].map(u16::to_be_bytes).concat()
            );
        }
        assert!(smaller[0].starts_with(b"\0\0\0") && smaller[0][4..12] == *b"ftypavif");
        let upright = image::load(Cursor::new(&shown[0]), ImageFormat::WebP)
            .unwrap()
            .into_rgb8();
        assert_eq!(upright.dimensions(), (96, 64));
        for (x, y) in [(10, 10), (85, 10), (10, 55), (85, 55)] {
            let pixel = *upright.get_pixel(x, y);
            assert!(
                is_close(pixel, color_at(x, y)),
                "{orientation}: {pixel:?} at {x}, {y}"
            );
        }
    }
}

/// Compresses bytes as PNG does.
fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Inserts a chunk after the header of a PNG.
fn with_chunk(png: &[u8], name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(&name);
    crc.update(data);
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [
        &png[..33],
        &length,
        &name[..],
        data,
        &crc.sum().to_be_bytes(),
        &png[33..],
    ]
    .concat()
}

#[test]
fn malicious_pictures_are_refused_or_become_clean_ones() {
    let picture = RgbImage::from_fn(96, 64, color_at);
    let good = jpeg(&picture, 1);
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 96, 64);
    encoder.set_color(png::ColorType::Rgb);
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&picture)
        .unwrap();
    // 200 MB of zeros in a few KB.
    let bomb = zlib(&vec![0; 200 * 1024 * 1024]);
    let iccp = [&b"a\0\0"[..], &bomb].concat();
    for (name, content, is_clean) in [
        (
            "a script behind a JPEG",
            [&good[..], b"<script>alert(1)</script>"].concat(),
            true,
        ),
        ("JPEG without its end", good[..good.len() * 2 / 3].to_vec(), false),
        ("JPEG without pixels", good[..good.len() / 4].to_vec(), false),
        ("text bomb in a PNG", with_chunk(&png, *b"zTXt", &iccp), true),
        ("profile bomb in a PNG", with_chunk(&png, *b"iCCP", &iccp), true),
        ("PNG without its end", png[..png.len() / 2].to_vec(), false),
        ("nothing", Vec::new(), false),
    ] {
        // The second step decodes by the same functions.
        match convert(&content, Step::Shown) {
            Ok((_, files)) => {
                for file in files {
                    assert!(!file.windows(7).any(|part| part == b"<script"), "{name}");
                }
            }
            Err(code) => assert!(code == Some(65) && !is_clean, "{name}: {code:?}"),
        }
    }
}

/// Returns a gray JPEG whose blocks are all the same, from one of 8 x 8 pixels.
fn gray_jpeg(width: u16, height: u16, orientation: u8) -> Vec<u8> {
    let small = jpeg(&RgbImage::from_pixel(8, 8, Rgb([128; 3])), orientation);
    let at = |marker: [u8; 2]| small.windows(2).position(|part| part == marker).unwrap();
    let (frame, scan) = (at([0xff, 0xc0]), at([0xff, 0xda]));
    let mut large = small[..scan + 14].to_vec();
    large[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    large[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    // 14 bits for the three components of a block: no difference, no coefficients. 7 bytes have those of 4 blocks.
    let blocks = usize::from(width.div_ceil(8)) * usize::from(height.div_ceil(8));
    let four = (0..4).fold(0_u64, |bits, _| bits << 14 | 0b00_1010_0000_0000);
    large.extend(four.to_be_bytes()[1..].repeat(blocks.div_ceil(4)));
    large.extend([0xff, 0xd9]);
    large
}

#[test]
fn fifty_megapixels_fit_into_its_memory() {
    // The process ends if it takes more than 300 MiB.
    let original = gray_jpeg(8660, 5773, 6);
    for step in Step::ALL {
        let (described, files) = convert(&original, step).unwrap();
        assert_eq!(
            (&described["width"], &described["height"]),
            (&5773.into(), &8660.into())
        );
        let sizes = described["files"].as_array().unwrap();
        let widths: Vec<_> = sizes.iter().map(|size| size["width"].as_u64().unwrap()).collect();
        let previews: &[u64] = if step == Step::Shown { &[50] } else { &[] };
        assert_eq!(widths, [&[480, 768, 1024], previews].concat());
        if step == Step::Shown {
            let webp = image::load(Cursor::new(&files[2]), ImageFormat::WebP).unwrap();
            assert_eq!((webp.width(), webp.height()), (1024, 1536));
        }
    }
}
