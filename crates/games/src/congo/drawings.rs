//! The drawings of the men of Congo: animals and pawns in bold ink with details cut out, on round tokens for White and
//! square tokens for Black.

/// The same man on White's token and on Black's.
macro_rules! on_tokens {
    ($file:literal) => {
        [
            concat!(
                r#"<circle class="body" r="43"/><circle class="rim" r="38.5"/>"#,
                r#"<g transform="scale(.92)">"#,
                include_str!($file),
                "</g>"
            ),
            concat!(
                r#"<rect class="body" x="-40" y="-40" width="80" height="80" rx="17"/>"#,
                r#"<g transform="scale(.92)">"#,
                include_str!($file),
                "</g>"
            ),
        ]
    };
}

pub(super) const PAWN: [&str; 2] = on_tokens!("men/pawn.svg");
pub(super) const SUPERPAWN: [&str; 2] = on_tokens!("men/superpawn.svg");
pub(super) const GIRAFFE: [&str; 2] = on_tokens!("men/giraffe.svg");
pub(super) const MONKEY: [&str; 2] = on_tokens!("men/monkey.svg");
pub(super) const ELEPHANT: [&str; 2] = on_tokens!("men/elephant.svg");
pub(super) const LION: [&str; 2] = on_tokens!("men/lion.svg");
pub(super) const CROCODILE: [&str; 2] = on_tokens!("men/crocodile.svg");
pub(super) const ZEBRA: [&str; 2] = on_tokens!("men/zebra.svg");
