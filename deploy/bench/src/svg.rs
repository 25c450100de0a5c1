//! Line charts as SVG.

use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const PANEL: f64 = 190.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 130.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 26.0;

/// Told apart by people with any colour vision (Okabe and Ito).
const COLORS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d1f",
];

/// A panel of lines over the same x values.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Panel {
    pub(crate) title: String,
    /// Name and y values of each line.
    pub(crate) lines: Vec<(String, Vec<f64>)>,
}

/// Draws panels below each other; `x` are the minutes of the values.
pub(crate) fn chart(x: &[f64], panels: &[Panel]) -> String {
    let height = PANEL * panels.iter().map(|_| 1.0).sum::<f64>();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"11\" fill=\"#333\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let mut top = 0.0;
    for panel in panels {
        draw(&mut svg, top, x, panel);
        top += PANEL;
    }
    svg + "</svg>\n"
}

fn draw(svg: &mut String, top: f64, x: &[f64], panel: &Panel) {
    let last = x.last().copied().unwrap_or_default().max(f64::MIN_POSITIVE);
    let values = panel.lines.iter().flat_map(|(_, values)| values);
    let highest = ceiling(values.copied().fold(0.0, f64::max));
    let (bottom, right) = (top + PANEL - BOTTOM, WIDTH - RIGHT);
    let place_x = |value: f64| LEFT + value / last * (right - LEFT);
    let place_y = |value: f64| bottom - value / highest * (bottom - top - TOP);
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"{:.0}\" font-weight=\"bold\">{}</text>",
        top + 20.0,
        panel.title
    );
    for share in [0.0, 0.5, 1.0] {
        let y = place_y(highest * share);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {y:.1}H{right:.0}\" stroke=\"#ddd\"/><text x=\"{:.0}\" y=\"{:.1}\" \
             text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            y + 4.0,
            number(highest * share)
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"{:.0}\">0</text><text x=\"{right:.0}\" y=\"{:.0}\" text-anchor=\"end\">{} min</text>",
        bottom + 16.0,
        bottom + 16.0,
        number(last)
    );
    let mut label = top + TOP + 4.0;
    for ((name, values), color) in panel.lines.iter().zip(COLORS.iter().cycle()) {
        let points: Vec<_> = x
            .iter()
            .zip(values)
            .map(|(x, y)| format!("{:.1},{:.1}", place_x(*x), place_y(*y)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/><text x=\"{:.0}\" \
             y=\"{label:.0}\" fill=\"{color}\">{name}</text>",
            points.join(" "),
            right + 8.0
        );
        label += 15.0;
    }
}

/// Returns the next 1, 2 or 5 times a power of ten.
fn ceiling(value: f64) -> f64 {
    let power = 10.0_f64.powf(value.max(0.001).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|step| *step >= value).unwrap_or(value)
}

fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the values are exact")]
mod tests {
    use super::*;

    #[test]
    fn axis_ends_at_a_round_number() {
        assert_eq!([0.7, 3.0, 61.0, 500.0].map(ceiling), [1.0, 5.0, 100.0, 500.0]);
    }

    #[test]
    fn draws_a_line_for_each_series() {
        let panel = Panel {
            title: "MiB".to_owned(),
            lines: vec![
                ("cart".to_owned(), vec![10.0, 20.0]),
                ("order".to_owned(), vec![5.0, 5.0]),
            ],
        };
        let svg = chart(&[0.0, 30.0], &[panel]);
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.contains(">cart</text>") && svg.contains(">30 min<"), "{svg}");
        assert!(svg.contains("points=\"60.0,99.0 590.0,34.0\""), "{svg}");
    }
}
