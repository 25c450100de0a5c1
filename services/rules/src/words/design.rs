//! A design in words.

use super::{Language, TEXTS, board, centimetres, finish, fitting, named};
use crate::{
    board::{Board, Finish},
    choice::{Family, Style},
    costs::CostGroup,
    design::{Bay, Design},
    frame::Frame,
    number::int,
};

/// Returns the name of the family of a design.
pub fn family(design: &Design, language: Language) -> String {
    let names = match design.family() {
        Family::Wardrobe => ["Şkaf", "Шкаф", "Wardrobe"],
        Family::Shelf => ["Rəf", "Стеллаж", "Shelf"],
        Family::TvBase => ["TV altlığı", "Тумба под ТВ", "TV base"],
    };
    language.of(names).to_owned()
}

/// Returns a design in one sentence: family, place, size, bays and finishes.
pub fn sentence(design: &Design, language: Language) -> String {
    format!("{}, {}", family(design, language), detail(design, language))
}

/// Returns place and size of a design as the customer gave them: width, depth and height in centimetres.
pub fn size(design: &Design, language: Language) -> String {
    let place = if design.niche() {
        language.of(["divar arası ", "в нише ", "between walls "])
    } else {
        ""
    };
    let [width, height, depth] = design.measures();
    let lengths = [width, depth, height].map(|length| centimetres(length, language));
    format!("{place}{} {}", lengths.join(" × "), unit(language))
}

/// Returns the sentence by which a customer confirms the size of a design.
pub fn confirm_size(design: &Design, language: Language) -> String {
    let confirm = language.of(["Ölçünü təsdiqləyirəm", "Подтверждаю размер", "I confirm the size"]);
    format!("{confirm}: {}", size(design, language))
}

/// Returns size, bays and finishes of a design, as the detail of a line that names its family.
pub fn detail(design: &Design, language: Language) -> String {
    format!("{}, {}", size(design, language), choices(design, language))
}

const fn unit(language: Language) -> &'static str {
    match language {
        Language::Az => "sm",
        Language::Ru => "см",
        Language::En => "cm",
    }
}

fn choices(design: &Design, language: Language) -> String {
    let bays = language.of(["bölmə", "секции", "bays"]);
    let body = language.of(["gövdə", "корпус", "body"]);
    let fronts = language.of(["fasad", "фасады", "fronts"]);
    format!(
        "{bays}: {}, {body}: {}, {fronts}: {}",
        design.bays().len(),
        finish(design.body(), language),
        finish(design.fronts(), language),
    )
}

/// Returns each bay in words with its inner width, from left to right.
pub fn bays(design: &Design, language: Language) -> Vec<String> {
    let layout = Frame::of(design).layout;
    let name = language.of(["Bölmə", "Секция", "Bay"]);
    let [width, ..] = design.measures();
    let bays = design.bays().iter().enumerate();
    bays.map(|(index, bay)| {
        let own = layout.as_ref().and_then(|layout| layout.bays.get(index));
        let inner = own.map_or_else(|| width / int(design.bays().len()).max(1), |bay| bay.width);
        format!(
            "{name} {}, {} {}: {}",
            index + 1,
            centimetres(inner, language),
            unit(language),
            bay_words(design, bay, language)
        )
    })
    .collect()
}

/// Returns contents and front of a bay.
fn bay_words(design: &Design, bay: &Bay, language: Language) -> String {
    let mut words = Vec::new();
    if bay.drawers > 0 {
        let forms = match language {
            Language::Az => ["siyirmə"; 3],
            Language::Ru => ["ящик", "ящика", "ящиков"],
            Language::En => ["drawer", "drawers", "drawers"],
        };
        words.push(counted(bay.drawers, forms, language));
    }
    match bay.rail {
        0 => {}
        1 => words.push(language.of(["asılqan", "штанга", "a rail"]).to_owned()),
        _ => words.push(language.of(["iki asılqan", "две штанги", "two rails"]).to_owned()),
    }
    if bay.shelves > 0 {
        let forms = match language {
            Language::Az => ["rəf"; 3],
            Language::Ru => ["полка", "полки", "полок"],
            Language::En => ["shelf", "shelves", "shelves"],
        };
        words.push(counted(bay.shelves, forms, language));
    }
    let is_drawers_alone = bay.drawers > 0 && bay.rail == 0 && bay.shelves == 0;
    if words.is_empty() {
        words.push(language.of(["boş", "пусто", "empty"]).to_owned());
    }
    let has_doors = !design.is_sliding() && design.family() != Family::Shelf;
    if has_doors && (bay.doors > 0 || !is_drawers_alone) {
        words.push(door(bay, language).to_owned());
    }
    words.join(", ")
}

const fn door(bay: &Bay, language: Language) -> &'static str {
    let [az, ru, en] = match (bay.doors, bay.style) {
        (0, _) => ["qapısız", "без двери", "open"],
        (1, Style::Plain) => ["hamar qapı", "гладкая дверь", "plain door"],
        (1, Style::Lattice) => ["şəbəkəli qapı", "дверь шебеке", "lattice door"],
        (1, Style::Mirror) => ["güzgülü qapı", "дверь с зеркалом", "mirror door"],
        (_, Style::Plain) => ["hamar iki qapı", "две гладкие двери", "two plain doors"],
        (_, Style::Lattice) => ["şəbəkəli iki qapı", "две двери шебеке", "two lattice doors"],
        (_, Style::Mirror) => ["güzgülü iki qapı", "две двери с зеркалом", "two mirror doors"],
    };
    match language {
        Language::Az => az,
        Language::Ru => ru,
        Language::En => en,
    }
}

/// Returns a count with its noun: the forms are those for one, for two to four, and for more.
fn counted(count: i64, [one, few, many]: [&str; 3], language: Language) -> String {
    let form = match language {
        Language::Ru => match (count % 10, count % 100) {
            (_, 11..=14) => many,
            (1, _) => one,
            (2..=4, _) => few,
            _ => many,
        },
        Language::Az | Language::En if count == 1 => one,
        Language::Az | Language::En => many,
    };
    format!("{count} {form}")
}

/// Returns the name of a cost line by its group and key; empty for a key that the rules do not know.
pub fn cost_line(group: CostGroup, key: &str, language: Language) -> String {
    match group {
        CostGroup::Board | CostGroup::Edge => {
            let Some((of, colour)) = key.split_once('.') else {
                return String::new();
            };
            let of = Board::parse(of).map_or("", |of| board(of, language));
            let colour = Finish::parse(colour).map_or("", |colour| finish(colour, language));
            format!("{of}, {colour}")
        }
        CostGroup::Fittings | CostGroup::Lattice => fitting(key, language),
        CostGroup::Work => named(&TEXTS.work, key, language).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NICHE: &str = "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja";

    #[test]
    fn a_niche_is_said_in_the_words_of_each_language() {
        let niche = Design::from_code(NICHE).unwrap();
        let confirmed =
            [Language::Az, Language::Ru, Language::En].map(|language| confirm_size(&niche, language));
        assert_eq!(
            confirmed,
            [
                "Ölçünü təsdiqləyirəm: divar arası 243 × 62 × 262 sm",
                "Подтверждаю размер: в нише 243 × 62 × 262 см",
                "I confirm the size: between walls 243 × 62 × 262 cm",
            ]
        );
        assert_eq!(
            detail(&niche, Language::Az),
            "divar arası 243 × 62 × 262 sm, bölmə: 4, gövdə: ağ, fasad: palıd"
        );
        assert_eq!(
            sentence(&niche, Language::En),
            "Wardrobe, between walls 243 × 62 × 262 cm, bays: 4, body: white, fronts: oak"
        );
        let mut free = niche;
        free.niche = false;
        free.depth_mm = 615;
        assert_eq!(size(&free, Language::Az), "243 × 61,5 × 262 sm");
    }

    #[test]
    fn each_bay_is_said_with_its_width_contents_and_doors() {
        let niche = Design::from_code(NICHE).unwrap();
        assert_eq!(
            bays(&niche, Language::Az),
            [
                "Bölmə 1, 56,7 sm: asılqan, 2 rəf, hamar qapı",
                "Bölmə 2, 57,4 sm: 2 siyirmə, 4 rəf, şəbəkəli qapı",
                "Bölmə 3, 57,4 sm: 2 siyirmə, 4 rəf, şəbəkəli qapı",
                "Bölmə 4, 56,5 sm: iki asılqan, 2 rəf, hamar qapı",
            ]
        );
        let drawers = Bay {
            width_mm: 0,
            doors: 0,
            style: Style::Plain,
            drawers: 5,
            rail: 0,
            shelves: 0,
        };
        assert_eq!(bay_words(&niche, &drawers, Language::Ru), "5 ящиков");
        let empty = Bay {
            drawers: 0,
            ..drawers
        };
        assert_eq!(bay_words(&niche, &empty, Language::En), "empty, open");
    }

    #[test]
    fn russian_counts_have_three_forms() {
        let forms = ["полка", "полки", "полок"];
        let said = [1, 2, 4, 5, 11, 12, 14, 21, 22].map(|count| counted(count, forms, Language::Ru));
        assert_eq!(
            said,
            [
                "1 полка",
                "2 полки",
                "4 полки",
                "5 полок",
                "11 полок",
                "12 полок",
                "14 полок",
                "21 полка",
                "22 полки"
            ]
        );
    }

    #[test]
    fn each_cost_line_has_a_name() {
        let piece = crate::build(&Design::from_code(NICHE).unwrap()).unwrap();
        let book: crate::PriceBook = serde_json::from_str(crate::MADE_UP_PRICE_BOOK).unwrap();
        let costs = crate::costs(&piece, &book, &book.rates().unwrap()).unwrap();
        for language in [Language::Az, Language::Ru, Language::En] {
            for line in &costs.lines {
                let name = cost_line(line.group, &line.key, language);
                assert!(!name.is_empty() && !name.starts_with(','), "{}", line.key);
            }
        }
        let name = cost_line(CostGroup::Board, "lam18.white", Language::En);
        assert_eq!(name, format!("{}, white", board(Board::Lam18, Language::En)));
    }
}
