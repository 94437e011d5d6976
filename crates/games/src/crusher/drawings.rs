//! The drawings of the men of Crusher.

/// White's stone and Black's: one is round, the other a hexagon.
pub(super) const STONES: [&str; 2] = [
    r#"<circle class="body" r="38"/><circle class="rim" r="28"/><circle class="shine" cx="-10" cy="-12" r="7"/>"#,
    r#"<polygon class="body" points="39,0 19.5,33.8 -19.5,33.8 -39,0 -19.5,-33.8 19.5,-33.8"/><polygon class="rim" points="27,0 13.5,23.4 -13.5,23.4 -27,0 -13.5,-23.4 13.5,-23.4"/>"#,
];
