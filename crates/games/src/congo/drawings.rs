//! The drawings of the men of Congo: animals and pawns in bold ink with details cut out, on round tokens for White and
//! square tokens for Black.

/// The same man on White's token and on Black's.
macro_rules! on_tokens {
    ($($part:literal),+ $(,)?) => {
        [
            concat!(
                r#"<circle class="body" r="43"/><circle class="rim" r="38.5"/>"#,
                r#"<g transform="scale(.92)">"#, $($part),+, "</g>"
            ),
            concat!(
                r#"<rect class="body" x="-40" y="-40" width="80" height="80" rx="17"/>"#,
                r#"<g transform="scale(.92)">"#, $($part),+, "</g>"
            ),
        ]
    };
}

pub(super) const PAWN: [&str; 2] = on_tokens![
    r#"<circle class="ink" cy="-14" r="12"/>"#,
    r#"<path class="ink" d="M-9-4L9-4C8 8 13 15 18 21L18 30L-18 30L-18 21C-13 15-8 8-9-4Z"/>"#,
    r#"<path class="ink-line" d="M-13-2H13" stroke-width="4.5"/>"#,
];

pub(super) const SUPERPAWN: [&str; 2] = on_tokens![
    r#"<path class="ink" d="M-15-17L-19-36L-8-27L0-38L8-27L19-36L15-17Z"/>"#,
    r#"<circle class="ink" cy="-12" r="11"/>"#,
    r#"<path class="cut-line" d="M-15-15H15" stroke-width="2.4"/>"#,
    r#"<path class="ink" d="M-9-4L9-4C8 8 13 15 18 21L18 30L-18 30L-18 21C-13 15-8 8-9-4Z"/>"#,
    r#"<path class="ink-line" d="M-13 1H13" stroke-width="4.5"/>"#,
    r#"<path class="cut-line" d="M-16 24H16" stroke-width="2.6"/>"#,
];

pub(super) const GIRAFFE: [&str; 2] = on_tokens![
    r#"<path class="ink" d="M-20 35L-8-8C-7-18 0-25 9-24L26-15C32-12 31-4 25-4L10-5L8 35Z"/>"#,
    r#"<path class="ink-line" d="M1-22L-3-33M9-23L8-34" stroke-width="3.6"/>"#,
    r#"<circle class="ink" cx="-3" cy="-34" r="3.4"/><circle class="ink" cx="8" cy="-35" r="3.4"/>"#,
    r#"<path class="ink" d="M-5-18L-18-21L-9-10Z"/>"#,
    r#"<circle class="cut" cx="12" cy="-15" r="2.8"/>"#,
    r#"<path class="cut" d="M-6 0L1-3L4 4L-3 7ZM-11 16L-5 11L-1 17L-6 22ZM2 13L7 11L7 20L2 20Z"/>"#,
    r#"<path class="cut" d="M-15 29L-10 25L-7 31L-9 35L-16 35ZM-1 26L6 25L6 33L0 33Z"/>"#,
];

pub(super) const MONKEY: [&str; 2] = on_tokens![
    r#"<circle class="ink" cx="-24" cy="-2" r="10"/><circle class="ink" cx="24" cy="-2" r="10"/>"#,
    r#"<circle class="cut" cx="-24" cy="-2" r="4.5"/><circle class="cut" cx="24" cy="-2" r="4.5"/>"#,
    r#"<circle class="ink" cy="-4" r="24"/><ellipse class="ink" cy="12" rx="19" ry="17"/>"#,
    r#"<circle class="cut" cx="-8" cy="-5" r="10"/><circle class="cut" cx="8" cy="-5" r="10"/>"#,
    r#"<ellipse class="cut" cy="12" rx="15" ry="11.5"/>"#,
    r#"<circle class="ink" cx="-7" cy="-4" r="3.2"/><circle class="ink" cx="7" cy="-4" r="3.2"/>"#,
    r#"<circle class="ink" cx="-3" cy="8" r="1.6"/><circle class="ink" cx="3" cy="8" r="1.6"/>"#,
    r#"<path class="ink-line" d="M-8 14Q0 21 8 14" stroke-width="2.8"/>"#,
];

pub(super) const ELEPHANT: [&str; 2] = on_tokens![
    r#"<path class="ink" d="M-12-20C-30-30-38-12-33 4C-30 15-20 17-12 10Z"/>"#,
    r#"<path class="ink" d="M12-20C30-30 38-12 33 4C30 15 20 17 12 10Z"/>"#,
    r#"<path class="cut-line" d="M-14-18C-17-8-16 2-12 10M14-18C17-8 16 2 12 10" stroke-width="3"/>"#,
    r#"<path class="ink" d="M-13-12C-13-30 13-30 13-12C13-2 11 4 8 10L8 22C8 25 11 26 13 24C17 20 23 24 20 29"#,
    "C15 37-7 37-8 22L-8 10C-11 4-13-2-13-12Z\"/>",
    r#"<circle class="cut" cx="-7" cy="-9" r="2.8"/><circle class="cut" cx="7" cy="-9" r="2.8"/>"#,
    r#"<path class="cut-line" d="M-7 13H3M-7 19H3" stroke-width="2"/>"#,
];

pub(super) const LION: [&str; 2] = on_tokens![
    // The mane is a ring of twelve dots.
    r#"<path class="ink-line" d="M22 0h.01M19.1 11h.01M11 19.1h.01M0 22h.01M-11 19.1h.01M-19.1 11h.01"#,
    "M-22 0h.01M-19.1-11h.01M-11-19.1h.01M0-22h.01M11-19.1h.01M19.1-11h.01\" stroke-width=\"18\"/>",
    r#"<circle class="ink" r="23"/>"#,
    r#"<circle class="cut" cx="-11" cy="-13" r="5"/><circle class="cut" cx="11" cy="-13" r="5"/>"#,
    r#"<ellipse class="cut" cy="2" rx="15" ry="16"/>"#,
    r#"<circle class="ink" cx="-6" cy="-3" r="2.6"/><circle class="ink" cx="6" cy="-3" r="2.6"/>"#,
    r#"<path class="ink" d="M-5 4L5 4L0 10Z"/>"#,
    r#"<path class="ink-line" d="M0 9V13M-7 13Q-3 17 0 13Q3 17 7 13" stroke-width="2.4"/>"#,
];

pub(super) const CROCODILE: [&str; 2] = on_tokens![
    r#"<path class="ink" d="M-36 10C-36-6-28-14-17-15C-15-23-5-23-3-14L31-8C37-7 37 2 31 3L26 3L23 9L20 3L14 3"#,
    "L11 9L8 3L2 3L-1 9L-4 3L-12 4L-4 13L0 8L3 14L8 14L11 9L14 15L19 15L22 10L25 16L30 16",
    "C35 17 34 25 29 25L-14 27C-29 27-36 21-36 10Z\"/>",
    r#"<circle class="cut" cx="-10" cy="-14" r="3"/><circle class="cut" cx="29" cy="-4" r="1.6"/>"#,
    r#"<path class="cut-line" d="M-27 2V2.1M-21 9V9.1M-29 13V13.1M-20 18V18.1" stroke-width="4.4"/>"#,
];

pub(super) const ZEBRA: [&str; 2] = on_tokens![
    r#"<path class="ink" d="M-26 35C-27 12-20-10-7-20L-8-34L3-24C14-20 22-6 30 9C33 16 28 23 20 20L11 14"#,
    "C5 13 3 17 5 22L11 35Z\"/>",
    r#"<path class="cut-line" d="M-26 21C-18 21-9 19-2 15M-23 7C-15 8-8 7-2 4" stroke-width="4"/>"#,
    r#"<path class="cut-line" d="M-17-6C-11-4-7-4-2-6M-26 33C-16 32-6 30 3 26" stroke-width="4"/>"#,
    r#"<path class="cut-line" d="M13-10C11-6 11-3 12 0M21 1C18 4 17 7 18 10" stroke-width="3.4"/>"#,
    r#"<circle class="cut" cx="6" cy="-11" r="2.8"/>"#,
];
