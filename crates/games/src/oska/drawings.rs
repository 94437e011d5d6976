//! The drawings of the men of Oska.

/// White's man and Black's: one is round, the other a diamond.
pub(super) const MEN: [&str; 2] = [
    r#"<circle class="body" r="40"/><circle class="rim" r="31"/><circle class="rim" r="18"/>"#,
    r#"<rect class="body" x="-30" y="-30" width="60" height="60" rx="12" transform="rotate(45)"/><path class="ink-line" d="M-15 0H15M0-15V15" stroke-width="5"/>"#,
];
