//! Requests and answers, and what happens to wrong ones. `tests/bindings/run` compiles the C example against the header.

use std::ffi::{CStr, CString, c_char};
use std::ptr::null;

use capi::{answer, quadrille_call, quadrille_free, without_panic};
use quadrille::Random;
use serde_json::{Value, json};

fn ask(request: &Value) -> Value {
    serde_json::from_str(&answer(&request.to_string())).expect("JSON")
}

/// Requests that are right.
fn requests() -> [Value; 6] {
    let call = |command: &str, given: &[&str], player: &str| json!({ "do": "call", "command": command, "given": given, "player": player, "look_ahead": 2, "size": null });
    let mut crusher = call("crusher", &["WWW-WW-------BB-BBB"], "W");
    crusher["size"] = json!(3);
    [
        call("capture", &["-wWw--www-------bbb--bBb-"], "w"),
        crusher,
        call("oska", &["wwww", "---", "--", "---", "bbbb"], "w"),
        json!({ "do": "value", "game": "congo", "position": "1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 b 12", "look_ahead": 2 }),
        json!({ "do": "moves", "game": "oska:4", "moves": ["d1c2"] }),
        json!({ "do": "analyze", "game": "ctf:3", "depth": 3 }),
    ]
}

/// The message of an error.
fn error(request: &str) -> String {
    let answer: Value = serde_json::from_str(&answer(request)).expect("JSON");
    answer["error"].as_str().unwrap_or_else(|| panic!("{request} is answered with {answer}")).to_string()
}

/// The bytes of an answer to these bytes, by way of C.
fn call(request: *const c_char) -> String {
    // SAFETY: the tests pass null or texts that end with a zero byte, and each answer is freed once, after it is copied.
    unsafe {
        let answer = quadrille_call(request);
        let text = CStr::from_ptr(answer).to_str().expect("UTF-8").to_string();
        quadrille_free(answer);
        text
    }
}

#[test]
fn calls_are_answered_in_the_form_of_the_course() {
    let expected = [
        json!("-wW-w-www-------bbb--bBb-"),
        json!(["WW--WWW------BB-BBB", "WWW-WW-------BB-BBB"]),
        json!(["ww-w", "-w-", "--", "---", "bbbb"]),
        json!(750),
    ];
    for (request, expected) in requests().iter().zip(expected) {
        assert_eq!(ask(request)["answer"], expected, "{request}");
    }
}

#[test]
fn positions_have_moves_and_analyses() {
    let moves = ask(&json!({ "do": "moves", "game": "oska:4", "moves": ["d1c2"] }));
    assert_eq!((&moves["position"], &moves["side"]), (&json!("www-/--w/--/---/bbbb b"), &json!("b")));
    let first = &moves["moves"][0]["move"];
    assert!(moves["winner"].is_null());
    let analysis = ask(&json!({ "do": "analyze", "game": "oska:4", "moves": ["d1c2", first], "depth": 3 }));
    assert_eq!(analysis["depth"], 3);
    assert_eq!(analysis["pv"][0], analysis["move"]);
    let finished =
        json!({ "do": "analyze", "game": "oska", "position": "----/---/--/---/bbbb w", "nodes": 10 });
    assert_eq!(ask(&finished)["winner"], "b");
    assert_eq!(ask(&json!({ "do": "games" }))["games"].as_array().map(Vec::len), Some(4));
}

#[test]
fn wrong_requests_say_what_is_wrong() {
    for (request, words) in [
        ("", "not a request"),
        ("[1", "not a request"),
        (r#"{"do":"dance"}"#, "unknown variant `dance`"),
        (r#"{"do":"games","size":3}"#, "unknown field `size`"),
        (r#"{"do":"moves","game":"chess"}"#, "there is no game of this name"),
        (r#"{"do":"moves","game":"oska:4","moves":["d1c2","d1c2"]}"#, "move 2 (d1c2)"),
        (r#"{"do":"call","command":"capture","given":["wW?"],"player":"w","look_ahead":1}"#, "^"),
        (r#"{"do":"call","command":"capture","given":[],"player":"w","look_ahead":1}"#, "[]"),
        (r#"{"do":"call","command":"capture","given":["wWbB"],"player":"ww","look_ahead":1}"#, "a character"),
        (
            r#"{"do":"call","command":"capture","given":["wWbB"],"player":"w","look_ahead":-1}"#,
            "from 1 to 999",
        ),
        (r#"{"do":"call","command":"crusher","given":["WB-"],"player":"W","look_ahead":1,"size":-3}"#, "-3"),
        (
            r#"{"do":"call","command":"congo","given":["wWbB"],"player":"w","look_ahead":1}"#,
            "capture, crusher, oska",
        ),
        (r#"{"do":"value","game":"ctf","position":"wWbB w","look_ahead":1}"#, "defines no value"),
        (r#"{"do":"analyze","game":"ctf"}"#, "set either depth"),
        (r#"{"do":"analyze","game":"ctf","depth":3,"nodes":5}"#, "set either depth"),
        (r#"{"do":"analyze","game":"ctf","seconds":-1}"#, "seconds: "),
    ] {
        let message = error(request);
        assert!(message.contains(words), "{request} is answered with {message:?}");
    }
}

#[test]
fn a_request_with_any_letter_changed_is_answered() {
    let mut random = Random::new(1);
    for request in requests() {
        let letters: Vec<char> = request.to_string().chars().collect();
        for _ in 0..150 {
            let mut changed = letters.clone();
            // Not the digits: a deep search would take too long.
            let at = random.below(changed.len());
            if !changed[at].is_ascii_digit() {
                changed[at] = random.pick(&['"', '\\', '-', ',', '[', '}', 'w', 'B', '?', 'é', ' ']);
            }
            let text: String = changed.into_iter().collect();
            let answer = call(CString::new(text.clone()).expect("no zero byte").as_ptr());
            let answer: Value = serde_json::from_str(&answer).expect("JSON");
            assert!(
                !answer["error"].as_str().is_some_and(|message| message.contains("has failed")),
                "{text}"
            );
        }
    }
}

#[test]
fn a_panic_is_an_error() {
    let answer = without_panic(|| panic!("a test of panics"));
    assert_eq!(answer, r#"{"error":"Quadrille has failed; please report this request"}"#);
}

#[test]
fn pointers_and_bytes_of_any_kind_are_answered() {
    assert_eq!(call(null()), r#"{"error":"the request is a null pointer"}"#);
    let not_utf8 = CString::new([0xFF, b'{']).expect("no zero byte");
    assert_eq!(call(not_utf8.as_ptr()), r#"{"error":"the request is not UTF-8"}"#);
    let zero = CString::new(r#"{"do":"moves","game":"\u0000"}"#).expect("no zero byte");
    assert!(call(zero.as_ptr()).contains("there is no game"));
    // SAFETY: null is allowed.
    unsafe { quadrille_free(std::ptr::null_mut()) };
}
