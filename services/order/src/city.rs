//! The part of a delivery address that a forwarded link may show: the city, if it is one.

use std::{collections::HashSet, sync::LazyLock};

use kit::search::fold;

/// Cities and districts of Azerbaijan, and the Russian and English names that do not fold to the Azerbaijani one.
const CITIES: &str = "\
    Bakı,Baku,Баку,Gəncə,Ganja,Гянджа,Sumqayıt,Sumgait,Sumgayit,Сумгаит,Xırdalan,Khirdalan,Хырдалан,Abşeron,Absheron,\
    Апшерон,Mingəçevir,Mingachevir,Мингечевир,Naxçıvan,Nakhchivan,Nakhichevan,Нахичевань,Нахчыван,Şirvan,Shirvan,Ширван,\
    Yevlax,Yevlakh,Евлах,Lənkəran,Lankaran,Ленкорань,Lerik,Лерик,Astara,Астара,Masallı,Masalli,Масаллы,Yardımlı,Yardimli,\
    Ярдымлы,Cəlilabad,Jalilabad,Джалилабад,Biləsuvar,Bilasuvar,Билясувар,Neftçala,Neftchala,Нефтечала,Salyan,Сальян,\
    Hacıqabul,Hajigabul,Гаджигабул,Saatlı,Saatli,Саатлы,Sabirabad,Сабирабад,İmişli,Imishli,Имишли,Beyləqan,Beylagan,\
    Бейлаган,Ağcabədi,Aghjabadi,Агджабеди,Bərdə,Barda,Барда,Tərtər,Tartar,Тертер,Goranboy,Горанбой,Naftalan,Нафталан,\
    Göygöl,Goygol,Гёйгёль,Samux,Samukh,Самух,Şəmkir,Shamkir,Шамкир,Tovuz,Товуз,Ağstafa,Aghstafa,Агстафа,Qazax,Gazakh,\
    Казах,Газах,Gədəbəy,Gadabay,Гедабек,Daşkəsən,Dashkasan,Дашкесан,Şəki,Sheki,Shaki,Шеки,Qax,Gakh,Ках,Гах,Zaqatala,\
    Zagatala,Загатала,Закаталы,Balakən,Balakan,Белоканы,Балакен,Oğuz,Oghuz,Огуз,Qəbələ,Gabala,Габала,İsmayıllı,Ismayilli,\
    Исмаиллы,Şamaxı,Shamakhi,Шемаха,Шамахы,Qobustan,Gobustan,Гобустан,Ağsu,Aghsu,Агсу,Göyçay,Goychay,Гёйчай,Ucar,Ujar,\
    Уджар,Kürdəmir,Kurdamir,Кюрдамир,Zərdab,Zardab,Зардаб,Ağdaş,Aghdash,Агдаш,Quba,Guba,Губа,Куба,Qusar,Gusar,Кусары,\
    Гусар,Xaçmaz,Khachmaz,Хачмаз,Şabran,Shabran,Шабран,Siyəzən,Siyazan,Сиазань,Xızı,Khizi,Хызы,Şuşa,Shusha,Шуша,Ağdam,\
    Aghdam,Агдам,Füzuli,Fuzuli,Физули,Xankəndi,Khankendi,Ханкенди,Xocalı,Khojaly,Ходжалы,Xocavənd,Khojavend,Ходжавенд,\
    Laçın,Lachin,Лачин,Kəlbəcər,Kalbajar,Кельбаджар,Qubadlı,Gubadli,Губадлы,Zəngilan,Zangilan,Зангилан,Cəbrayıl,\
    Jabrayil,Джебраил,Culfa,Julfa,Джульфа,Ordubad,Ордубад,Şərur,Sharur,Шарур,Sədərək,Sadarak,Садарак,Şahbuz,Shahbuz,\
    Шахбуз,Kəngərli,Kangarli,Кенгерли,Babək,Babek,Бабек";

static FOLDED: LazyLock<HashSet<String>> = LazyLock::new(|| CITIES.split(',').map(fold).collect());

/// Returns the city of an address if it is a known one, otherwise nothing.
///
/// Anything can be typed into the fields of an address, a flat into that of the city too, in any spelling. So no part of the
/// text decides what is shown: the whole field has to be the name of a city.
pub(crate) fn known(typed: &str) -> String {
    let city = typed.trim();
    if FOLDED.contains(&fold(city)) {
        city.to_owned()
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_known_cities_in_every_spelling() {
        for city in [
            "Bakı",
            "BAKI",
            "baki",
            "БАКУ",
            "Baku",
            "Gəncə",
            "GƏNCƏ",
            "İSMAYILLI",
            "ismayilli",
            "Şəki",
        ] {
            assert_eq!(known(&format!(" {city} ")), city);
        }
    }

    #[test]
    fn shows_nothing_that_leads_to_a_door() {
        for typed in [
            "",
            "Nizami küçəsi",
            "Bakı, MƏNZİL OTUZ",
            "Bakı MƏNZİL OTUZ",
            "BAKI mənzi\u{307}l otuz",
            "Bakı 12",
            "Bakı\nev on iki",
            "Bakı m. otuz",
            "Bakı kv. otuz",
            "Баку, КВ ТРИДЦАТЬ",
            "Baku apartment thirty",
            "Bakı XXX",
            "Bakı ⅩⅡ",
            "Bakı ①②",
            "Bakı b l o k iki",
            "Bakı\u{200b}mənzilotuz",
        ] {
            assert_eq!(known(typed), "", "{typed:?}");
        }
    }
}
