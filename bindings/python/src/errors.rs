//! Errors of Quadrille as exceptions.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    quadrille,
    QuadrilleError,
    PyValueError,
    "Something that Quadrille cannot do, with the reason in words."
);
create_exception!(
    quadrille,
    ParseError,
    QuadrilleError,
    "A text that is not what it should be. `text[start:end]` is the part that is wrong; it is empty where something is missing."
);
create_exception!(quadrille, IllegalMove, QuadrilleError, "A move that is not legal. `move` is its name.");

/// Any other error, by its message.
pub(crate) fn failed(error: impl ToString) -> PyErr {
    QuadrilleError::new_err(error.to_string())
}

/// An error in a text, with its place.
pub(crate) fn parse_error(error: quadrille::Error) -> PyErr {
    Python::attach(|py| {
        let exception = ParseError::new_err(error.to_string());
        let value = exception.value(py);
        // A new exception takes any attribute.
        let _ = value.setattr("text", error.input);
        let _ = value.setattr("start", error.place.start);
        let _ = value.setattr("end", error.place.end);
        exception
    })
}

/// The refusal of a move.
pub(crate) fn illegal(name: &str, refusal: quadrille::Refusal) -> PyErr {
    Python::attach(|py| {
        let exception = IllegalMove::new_err(refusal.to_string());
        let _ = exception.value(py).setattr("move", name);
        exception
    })
}
