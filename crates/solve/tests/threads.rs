//! One process.

use std::panic::catch_unwind;

use solve::cluster::{Cluster, ClusterError, Worker};
use solve::mesh::Deserted;

use crate::exercise::{exercise, within};

#[test]
fn messages_arrive_in_their_step_and_sums_agree() {
    for workers in 1..=3 {
        let all = within(60, move || Cluster::new(workers, None).run("", exercise).unwrap());
        assert_eq!(all.len(), workers);
        assert!(all.iter().all(|one| one.is_ok() && *one == all[0]), "{workers} workers: {all:?}");
    }
}

#[test]
fn workers_know_their_place() {
    let places = Cluster::new(3, None).run("", |worker| {
        let numbers = [worker.index(), worker.peers(), worker.process(), worker.processes()];
        (numbers, worker.is_first_of_process())
    });
    assert_eq!(places.unwrap(), [([0, 3, 0, 1], true), ([1, 3, 0, 1], false), ([2, 3, 0, 1], false)]);
    let indices = Cluster::new(4, None).run("", |worker| worker.index());
    assert_eq!(indices.unwrap(), [0, 1, 2, 3], "results come in the order of workers");
}

/// Runs the same work on three workers.
fn three(
    work: impl Fn(&mut Worker) -> Result<(), Deserted> + Send + Sync + 'static,
) -> Vec<Result<(), Deserted>> {
    within(60, || Cluster::new(3, None).run("", work).unwrap())
}

#[test]
fn nothing_of_the_next_step_comes_early() {
    let all = three(|worker| {
        let mut mesh = worker.mesh::<u64>();
        for step in 0..2000 {
            mesh.broadcast(step);
            mesh.receive(|message| (message == step).then_some(()));
            mesh.finish_step(|message| (message == step).then_some(()))?;
        }
        Ok(())
    });
    assert_eq!(all, [Ok(()); 3]);
}

#[test]
fn a_worker_that_leaves_is_noticed() {
    let in_the_middle_of_a_mesh = three(|worker| {
        let mut mesh = worker.mesh::<u64>();
        for step in 0..10 {
            if step == 5 && worker.index() == 1 {
                return Ok(());
            }
            mesh.finish_step(|_| Some(()))?;
        }
        Ok(())
    });
    let between_meshes = three(|worker| {
        worker.mesh::<u64>().finish_step(|_| Some(()))?;
        if worker.index() == 1 {
            return Ok(());
        }
        worker.mesh::<u64>().finish_step(|_| Some(()))
    });
    let deserted = Err(Deserted { worker: 1 });
    assert_eq!(in_the_middle_of_a_mesh, [deserted, Ok(()), deserted]);
    assert_eq!(between_meshes, [deserted, Ok(()), deserted]);
}

#[test]
fn a_panic_ends_the_run_for_all() {
    let ended = within(60, || {
        catch_unwind(|| {
            Cluster::new(3, None).run("", |worker| {
                let mut mesh = worker.mesh::<u64>();
                mesh.finish_step(|_| Some(())).unwrap();
                assert_ne!(worker.index(), 2, "on purpose");
                mesh.finish_step(|_| Some(()))
            })
        })
    });
    let message = *ended.unwrap_err().downcast::<String>().unwrap();
    assert!(message.contains("on purpose"), "{message}");
}

#[test]
fn no_workers_are_refused() {
    let error = Cluster::new(0, None).run("", |_| ()).unwrap_err();
    assert!(matches!(error, ClusterError::NoWorkers));
}
