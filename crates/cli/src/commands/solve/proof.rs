//! `quadrille solve --prove`: who wins a position that is too large for tables.

use std::fmt::Write as _;
use std::io;

use indicatif::HumanCount;
use quadrille::Side;
use quadrille::solving::AnySolver;
use quadrille::solving::prove::{Answer, Certificate, Progress, ProofError, ProofReport, ProofRequest};
use serde::Serialize;

use crate::failure::Failure;
use crate::input::to_json;
use crate::process::progress_bar;

impl From<ProofError> for Failure {
    fn from(error: ProofError) -> Failure {
        match error {
            ProofError::Text(_) | ProofError::Memory { .. } => Failure::input(error),
            ProofError::File(_) | ProofError::Table(_) => {
                Failure::Stream(io::Error::other(error.to_string()))
            }
        }
    }
}

#[derive(Serialize)]
struct ProofJson<'a> {
    position: &'a str,
    side: char,
    answer: &'static str,
    certificate: &'static str,
    plies: Option<u32>,
    nodes: u64,
    seconds: f64,
    proof: u32,
    disproof: u32,
    play: &'a [String],
}

/// Tries the proof, and tells what it has shown.
pub(super) fn run(solver: &dyn AnySolver, request: &ProofRequest<'_>, json: bool) -> Result<String, Failure> {
    let bar = progress_bar("{spinner} {msg}");
    let reports = solver.prove(request, &mut |side, progress| {
        bar.set_message(progress_in_words(side, progress));
        bar.tick();
    });
    bar.finish_and_clear();
    let form = |report: &ProofReport| if json { as_json(request, report) } else { in_words(report) };
    Ok(reports?.iter().map(form).collect())
}

fn progress_in_words(side: Side, progress: &Progress) -> String {
    let Progress { nodes, proof, disproof, used, size, stage, time } = progress;
    format!(
        "{side} wins? search {stage}, {} positions in {:.0} s, proof {proof}, disproof {disproof}, memory {} %",
        HumanCount(*nodes),
        time.as_secs_f64(),
        100 * used / size.max(&1)
    )
}

fn as_json(request: &ProofRequest<'_>, report: &ProofReport) -> String {
    let proof = &report.proof;
    let answer = match proof.answer {
        Answer::Proved => "proved",
        Answer::Disproved => "disproved",
        Answer::Unknown => "unknown",
    };
    let certificate = match proof.certificate {
        Certificate::None => "none",
        Certificate::Replayed { .. } => "replayed",
        Certificate::Checked { .. } => "checked",
        Certificate::Argued => "argued",
        Certificate::Doubtful => "doubtful",
    };
    to_json(&ProofJson {
        position: &request.position,
        side: report.side.letter(),
        answer,
        certificate,
        plies: proof.plies,
        nodes: proof.nodes,
        seconds: proof.time.as_secs_f64(),
        proof: proof.proof,
        disproof: proof.disproof,
        play: &proof.line,
    }) + "\n"
}

fn in_words(report: &ProofReport) -> String {
    let proof = &report.proof;
    let side = report.side;
    let answer = match proof.answer {
        Answer::Proved => format!("{side} wins"),
        Answer::Disproved => format!("{side} does not win"),
        Answer::Unknown => format!("Whether {side} wins is still open"),
    };
    let counted = |words: &str, positions| format!(", {words} in {} positions", HumanCount(positions as u64));
    let certificate = match proof.certificate {
        Certificate::None => String::new(),
        Certificate::Replayed { positions } => counted("played out against every reply", positions),
        Certificate::Checked { positions } => counted("checked", positions),
        Certificate::Argued => ", too large to be checked here".to_string(),
        Certificate::Doubtful => ": a proof was found that could not be confirmed".to_string(),
    };
    let number = |number: u32| if number == u32::MAX { "infinite".to_string() } else { number.to_string() };
    let mut text = format!(
        "{answer}{certificate}: {} positions in {:.1} s, proof number {}, disproof number {}.\n",
        HumanCount(proof.nodes),
        proof.time.as_secs_f64(),
        number(proof.proof),
        number(proof.disproof)
    );
    if !proof.line.is_empty() {
        let _ = writeln!(text, "Play: {}", proof.line.join(" "));
    }
    text
}
