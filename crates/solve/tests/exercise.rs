//! Work in which every message can be told from every other, and must arrive once, and in its step.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use solve::cluster::Worker;
use solve::mesh::{Deserted, Mesh};

const STEPS: u32 = 20;

/// Numbers that must be the same on all workers.
pub(crate) fn exercise(worker: &mut Worker) -> Result<Vec<u64>, Deserted> {
    let mut agreement = worker.mesh::<u64>();
    let mut sums = Vec::new();
    for _ in 0..3 {
        let mut mesh = worker.mesh::<Vec<u32>>();
        for step in 0..STEPS {
            sums.push(agreement.sum(one_step(&mut mesh, worker.index(), step)?)?);
        }
    }
    let mut mesh = worker.mesh::<Vec<u32>>();
    mesh.broadcast(vec![worker.index() as u32; 1000]);
    let mut senders = Vec::new();
    mesh.finish_step(|message| {
        senders.extend(message.iter().step_by(1000).map(|&index| index as usize));
        Some(())
    })?;
    senders.sort_unstable();
    assert!(senders.into_iter().eq(0..worker.peers()));
    sums.push(agreement.sum(worker.index() as u64)?);
    sums.push(u64::from(agreement.all(true)?));
    sums.push(u64::from(agreement.all(worker.index() != 0)?));
    Ok(sums)
}

/// Each worker sends each a few messages, of lengths that differ: short ones and some of hundreds of kilobytes. Half of the workers
/// take in what has arrived on the way, and some are late.
fn one_step(mesh: &mut Mesh<Vec<u32>>, me: usize, step: u32) -> Result<u64, Deserted> {
    let peers = mesh.peers();
    let mut received = Vec::new();
    let mut take = |message| {
        received.push(message);
        Some(())
    };
    if (step as usize + me).is_multiple_of(7) {
        thread::sleep(Duration::from_millis(3));
    }
    for to in 0..peers {
        for number in 0..count(me, to, step) {
            mesh.send(to, content(me, to, step, number));
            if me.is_multiple_of(2) {
                mesh.receive(&mut take);
            }
        }
    }
    mesh.finish_step(&mut take)?;
    let mut expected: Vec<Vec<u32>> = (0..peers)
        .flat_map(|from| (0..count(from, me, step)).map(move |number| content(from, me, step, number)))
        .collect();
    expected.sort_unstable();
    received.sort_unstable();
    assert!(expected == received, "worker {me}, step {step}: {} of {}", received.len(), expected.len());
    Ok(received.iter().flatten().map(|word| u64::from(*word)).sum())
}

fn count(from: usize, to: usize, step: u32) -> u32 {
    (from as u32 * 3 + to as u32 * 5 + step) % 4
}

fn content(from: usize, to: usize, step: u32, number: u32) -> Vec<u32> {
    let length = if (step + number).is_multiple_of(9) { 100_000 } else { (step * 17 + number) % 50 };
    let head = [from as u32, to as u32, step, number];
    head.into_iter().chain(std::iter::repeat_n(step, length as usize)).collect()
}

/// Fails if something takes too long: what is wrong here would otherwise wait forever.
pub(crate) fn within<T: Send + 'static>(seconds: u64, act: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, wait) = mpsc::channel();
    let thread = thread::spawn(move || {
        let result = act();
        let _ = done.send(());
        result
    });
    let ended = wait.recv_timeout(Duration::from_secs(seconds));
    assert_ne!(ended, Err(mpsc::RecvTimeoutError::Timeout), "still going on after {seconds} s");
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
