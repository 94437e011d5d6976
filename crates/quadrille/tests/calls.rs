//! The calls of the courses: their answers, errors marked in the given list, and random texts.

use proptest::prelude::*;
use quadrille::{CallAnswer, Catalogue, Error};

fn call(game: &str, given: &[&str], player: char, size: Option<usize>) -> Result<CallAnswer, Error> {
    Catalogue::standard().family(game).expect("a game").call(given, player, 2, size)
}

#[test]
fn answers_have_the_form_of_the_course() {
    let hexagon = "WWW-WW-------BB-BBB";
    let answers = [
        (call("ctf", &["-wWw--www-------bbb--bBb-"], 'w', None), vec!["-wW-w-www-------bbb--bBb-"]),
        (call("crusher", &[hexagon], 'W', Some(3)), vec!["WW--WWW------BB-BBB", hexagon]),
        (
            call("oska", &["wwww", "---", "--", "---", "bbbb"], 'w', None),
            vec!["ww-w", "-w-", "--", "---", "bbbb"],
        ),
    ];
    for (answer, strings) in answers {
        assert_eq!(
            answer,
            Ok(CallAnswer { strings: strings.iter().map(ToString::to_string).collect(), note: None })
        );
    }
}

#[test]
fn errors_are_shown_in_the_list() {
    let place = |result: Result<CallAnswer, Error>| {
        let error = result.expect_err("a mistake");
        let marked: String = error.input.chars().skip(error.place.start).take(error.place.len()).collect();
        (error.input, marked)
    };
    let owned = |input: &str, marked: &str| (input.to_string(), marked.to_string());
    assert_eq!(place(call("ctf", &["wWbB", "wWb?"], 'w', None)), owned(r#"["wWbB","wWb?"]"#, "?"));
    assert_eq!(place(call("ctf", &["wWbB", "wWb"], 'w', None)), owned(r#"["wWbB","wWb"]"#, "wWb"));
    assert_eq!(place(call("ctf", &["wW,B"], 'w', None)), owned(r#"["wW,B"]"#, ","));
    assert_eq!(place(call("ctf", &[""], 'w', None)), owned(r#"[""]"#, ""));
    assert_eq!(place(call("ctf", &["startpos"], 'w', None)), owned(r#"["startpos"]"#, "startpos"));
    assert_eq!(place(call("ctf", &[], 'w', None)), owned("[]", "[]"));
    assert_eq!(place(call("oska", &["www", "-x", "bbb"], 'w', None)), owned(r#"["www","-x","bbb"]"#, "x"));
    assert_eq!(
        place(call("oska", &["www", "---", "bbb"], 'w', None)),
        owned(r#"["www","---","bbb"]"#, "---")
    );
    assert_eq!(place(call("oska", &["www/--", "bbb"], 'w', None)), owned(r#"["www/--","bbb"]"#, "/"));
    let whole = r#"["www","--"]"#;
    assert_eq!(place(call("oska", &["www", "--"], 'w', None)), owned(whole, whole));
    assert_eq!(place(call("crusher", &["WB-"], 'W', Some(99))), owned("99", "99"));
    assert_eq!(place(call("crusher", &["WB-"], 'w', Some(3))), owned("w", "w"));
}

fn call_everything(given: &[String], player: char, number: u32) {
    for family in Catalogue::standard().families() {
        let _ = family.call(given, player, number % 3, None).map_err(|error| error.to_string());
        let _ = family.call(given, player, 1, Some(number as usize % 5)).map_err(|error| error.to_string());
        let _ = family.call_with(given).map_err(|error| error.to_string());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(
        given in proptest::collection::vec("[wb-]{0,9}|[wWbB-]{9}|[WB-]{7}|[wb/-]{2,9}|\\PC{0,30}", 0..5),
        player in any::<char>(),
        number in any::<u32>(),
    ) {
        call_everything(&given, player, number);
        call_everything(&given, 'w', number);
        call_everything(&given, 'B', number);
    }

    #[test]
    fn rows(rows in ("[wb/-]{4,9}", "[wb/-]{3}", "[wb/-]{2,3}", "[wb-]{3}", "[wb/-]{4,9}"), number in any::<u32>()) {
        call_everything(&[rows.0, rows.1, rows.2, rows.3, rows.4], 'w', number);
    }
}
