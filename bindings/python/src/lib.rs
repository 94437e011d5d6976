//! Quadrille for Python. The classes here are thin: rules, searches and encodings come from the crate `quadrille`.

mod analysis;
mod engine;
mod errors;
mod game;
mod interrupt;
mod position;
mod record;
mod tree;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("QuadrilleError", py.get_type::<errors::QuadrilleError>())?;
    module.add("ParseError", py.get_type::<errors::ParseError>())?;
    module.add("IllegalMove", py.get_type::<errors::IllegalMove>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<position::Outcome>()?;
    module.add_class::<position::Term>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<analysis::Analysis>()?;
    module.add_class::<analysis::Verdict>()?;
    module.add_class::<analysis::Probe>()?;
    module.add_class::<analysis::Tier>()?;
    module.add_class::<analysis::Solution>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<tree::Tree>()?;
    module.add_class::<tree::Node>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::position, module)?)?;
    module.add_function(wrap_pyfunction!(position::playouts, module)?)?;
    module.add_function(wrap_pyfunction!(record::read_records, module)?)?;
    Ok(())
}
