//! Tables that are whole but wrong.

use std::fs;
use std::sync::Arc;

use solve::file::{TableFile, compress, write};
use solve::{Progress, RequestError};

use crate::common::{Scratch, request, solver};

/// A table that is whole but wrong is found out by its neighbours.
#[test]
fn a_wrong_value_is_found() {
    let scratch = Scratch::new("wrong");
    let (solver, request) = (solver("ctf:3"), request(&scratch, 1));
    solver.solve(&request, &Arc::default()).expect("solved");
    solver.verify(&request, u64::MAX, 1, &Progress::default()).expect("right");
    let path = scratch.0.join("ctf-3").join("wwW-bB.table");
    let table = TableFile::open(&path).expect("a table");
    let mut values = table.unpack(0).expect("values");
    let wrong = values.iter_mut().filter(|value| **value > 3).nth(100).expect("a position");
    *wrong += 4;
    let packed = compress(&values).expect("packed");
    let mut file = fs::File::create(&path).expect("a file");
    write(&mut file, table.header(), &[packed.into()]).expect("written");
    let result = solver.verify(&request, u64::MAX, 1, &Progress::default());
    assert!(matches!(result, Err(RequestError::Wrong { .. })), "{result:?}");
}
