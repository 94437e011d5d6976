//! The drawings of the men of Capture the Flag.

macro_rules! pawn {
    ($lines:literal) => {
        concat!(
            r#"<path class="body" d="M0-36C10-36 16-29 16-21C16-16 13-12 10-9L16-9L16-2L10-2C11 10 17 18 25 24L25 36"#,
            "L-25 36L-25 24C-17 18-11 10-10-2L-16-2L-16-9L-10-9C-13-12-16-16-16-21C-16-29-10-36 0-36Z\"/>",
            $lines
        )
    };
}

macro_rules! flag {
    ($cloth:literal) => {
        concat!(
            r#"<path class="body" d="M-20 38L-20 31L-14 31L-14-36C-14-41-6-41-6-36L-6 31L0 31L0 38Z"/>"#,
            $cloth
        )
    };
}

/// White's pawn and Black's.
pub(super) const PAWNS: [&str; 2] = [
    pawn!(r#"<path class="ink-line" d="M-17 25H17" stroke-width="2"/>"#),
    pawn!(
        r#"<path class="ink-line" d="M-21 29H21" stroke-width="3.4"/><path class="ink-line" d="M-9-5.5H9" stroke-width="2.6"/>"#
    ),
];

/// White's flag and Black's: one waves, the other has a notch.
pub(super) const FLAGS: [&str; 2] = [
    flag!(
        r#"<path class="body" d="M-6-35C8-43 18-27 34-34C30-24 30-14 34-3C18 5 8-11-6-3Z"/><circle class="ink" cx="13" cy="-18" r="5.5"/>"#
    ),
    flag!(
        r#"<path class="body" d="M-6-36L36-36L26-19L36-2L-6-2Z"/><path class="ink-line" d="M-2-19H20" stroke-width="5"/>"#
    ),
];
