//! Games by way of a NATS server: workers, server and coordinator may be killed, and each game still has one record, the same as without.

#![cfg(target_os = "linux")]

#[path = "common/example.rs"]
mod example;
mod nats;

use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use arena::program::CommandLine;
use arena::queue::{Coordinator, Notify, QueueError, WorkerOptions, worker};
use arena::{Conditions, Job, Resources, Sandbox, referee};
use example::example;
use nats::{Process, Server, in_time, wait_until};
use quadrille::{Catalogue, Opening, Record, Tables};

/// After this many seconds a killed worker's game goes to another.
const SILENCE: &str = "2";

fn resources() -> Resources {
    let supervisor = CommandLine::new(example("supervisor"), [""; 0]);
    let sandbox = Sandbox { supervisor, memory: Some(1 << 30) };
    Resources { catalogue: Catalogue::standard(), tables: Tables::none(), sandbox }
}

fn quiet() -> Notify {
    Arc::new(|_| {})
}

/// Games of the engine against the random player, with both colours, in two different games.
fn jobs(count: u64, depth: u32) -> Vec<Job> {
    let engine = format!("engine:depth={depth}");
    let job = |number: u64| Job {
        event: "cup".to_string(),
        number,
        pair: number / 2,
        game: if number % 4 < 2 { "oska:4" } else { "ctf:4" }.to_string(),
        players: if number.is_multiple_of(2) {
            [engine.clone(), "random".to_string()]
        } else {
            ["random".to_string(), engine.clone()]
        },
        opening: Opening { position: "startpos".to_string(), moves: Vec::new() },
        conditions: Conditions::default(),
        seed: number / 2,
    };
    (0..count).map(job).collect()
}

/// The records without their times, in the order of the games.
fn timeless(mut records: Vec<Record>) -> Vec<Record> {
    records.sort_by_key(|record| record.number);
    for ply in records.iter_mut().flat_map(|record| &mut record.moves) {
        ply.milliseconds = 0;
    }
    records
}

fn played_locally(jobs: &[Job]) -> Vec<Record> {
    timeless(jobs.iter().map(|job| referee::play(job, &resources()).expect("a game")).collect())
}

fn start_worker(url: &str) -> Process {
    let mut command = Command::new(example("queue_worker"));
    Process::start(command.args([url, "2", SILENCE]).arg(example("supervisor")))
}

/// Plays an event; `meanwhile` gets the number of records so far.
fn play(
    url: &str,
    event: &str,
    jobs: Vec<Job>,
    mut meanwhile: impl FnMut(usize) -> bool + Send + 'static,
) -> Result<Vec<Record>, QueueError> {
    let (url, event) = (url.to_string(), event.to_string());
    in_time("the event", move || {
        let mut records = Vec::new();
        Coordinator::connect(&url, &event, quiet())?.play(jobs, &mut |record| {
            records.push(record);
            Ok(meanwhile(records.len()))
        })?;
        Ok(records)
    })
}

/// Sends messages to the server, and waits until they are stored.
fn publish(server: &Server, messages: &[(String, String)]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let client = async_nats::connect(server.url()).await.expect("a connection");
        let context = async_nats::jetstream::new(client);
        for (subject, text) in messages {
            let sent = context.publish(subject.clone(), text.clone().into()).await.expect("sent");
            sent.await.expect("stored");
        }
    });
}

/// The names of the server's streams with the number of their messages.
fn streams(server: &Server) -> Vec<(String, u64)> {
    use futures_util::TryStreamExt;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let client = async_nats::connect(server.url()).await.expect("a connection");
        let streams = async_nats::jetstream::new(client).streams();
        let streams: Vec<_> = streams.try_collect().await.expect("a list");
        streams.into_iter().map(|info| (info.config.name, info.state.messages)).collect()
    })
}

fn empty_queue() -> Vec<(String, u64)> {
    vec![("QUADRILLE_JOBS".to_string(), 0)]
}

#[test]
fn records_are_those_of_local_games() {
    let server = Server::start("same");
    let _workers = [start_worker(&server.url()), start_worker(&server.url())];
    for depth in 1..=2 {
        let jobs = jobs(60, depth);
        let records = play(&server.url(), "same", jobs.clone(), |_| true).expect("all games");
        assert_eq!(timeless(records), played_locally(&jobs));
        assert_eq!(streams(&server), empty_queue());
    }
}

#[test]
fn killed_workers_lose_no_game() {
    let server = Server::start("workers");
    let jobs = jobs(60, 5);
    let url = server.url();
    let mut workers = vec![start_worker(&url), start_worker(&url)];
    let records = play(&server.url(), "workers", jobs.clone(), move |count| {
        if [5, 15, 30].contains(&count) {
            workers.iter_mut().for_each(Process::kill);
            workers = vec![start_worker(&url), start_worker(&url)];
        }
        true
    });
    assert_eq!(timeless(records.expect("all games")), played_locally(&jobs));
    assert_eq!(streams(&server), empty_queue());
}

#[test]
fn a_killed_server_loses_no_game() {
    let server = Server::start("server");
    let jobs = jobs(60, 4);
    let url = server.url();
    let _workers = [start_worker(&url), start_worker(&url)];
    let server = Arc::new(Mutex::new(server));
    let again = Arc::clone(&server);
    let records = play(&url, "server", jobs.clone(), move |count| {
        if [8, 20, 40].contains(&count) {
            again.lock().expect("no panic").kill_and_restart();
        }
        true
    });
    assert_eq!(timeless(records.expect("all games")), played_locally(&jobs));
    let server = server.lock().expect("no panic");
    assert_eq!(streams(&server), empty_queue());
}

#[test]
fn a_killed_coordinator_continues_its_event() {
    let server = Server::start("coordinator");
    let jobs = jobs(60, 7);
    let [job_file, record_file] = ["jobs", "records"].map(|name| server.directory().join(name));
    let lines: Vec<String> = jobs.iter().map(|job| serde_json::to_string(job).expect("JSON")).collect();
    fs::write(&job_file, lines.join("\n")).expect("temporary files can be written");
    let read = || fs::read_to_string(&record_file).unwrap_or_default();
    let start = || {
        let mut command = Command::new(example("queue_coordinator"));
        Process::start(command.args([&server.url(), "again"]).arg(&job_file).arg(&record_file))
    };
    let _workers = [start_worker(&server.url()), start_worker(&server.url())];
    for _ in 0..3 {
        let enough = (read().lines().count() + 5).min(jobs.len());
        let mut coordinator = start();
        wait_until("some more records", || read().lines().count() >= enough);
        coordinator.kill();
    }
    let mut coordinator = start();
    wait_until("the end of the event", || !coordinator.is_running());
    assert!(coordinator.succeeded(), "its messages are above");
    let records = read().lines().map(|line| Record::from_json(line).expect("a record")).collect();
    assert_eq!(timeless(records), played_locally(&jobs));
    assert_eq!(streams(&server), empty_queue());
}

#[test]
fn duplicates_and_garbage_are_recognised() {
    let server = Server::start("duplicates");
    let jobs = jobs(12, 1);
    let mut coordinator = Coordinator::connect(&server.url(), "twice", quiet()).expect("a coordinator");
    let answer = |job: &Job, number: u64| {
        let record = referee::play(job, &resources()).expect("a game").to_json();
        let text = format!("{{\"worker\":\"by hand\",\"outcome\":{{\"played\":{record}}}}}");
        (format!("quadrille.results.twice.{number}"), text)
    };
    let foreign = Job { game: "ctf:5".to_string(), ..jobs[5].clone() };
    publish(
        &server,
        &[
            answer(&jobs[3], 3),
            answer(&jobs[3], 3),
            // A number that is not wanted, another game with a wanted number, and messages that are not answers.
            answer(&jobs[4], 77),
            answer(&foreign, 5),
            ("quadrille.results.twice.6".to_string(), "garbage".to_string()),
            ("quadrille.results.twice.seven".to_string(), "garbage".to_string()),
        ],
    );
    let _worker = start_worker(&server.url());
    let plan = jobs.clone();
    let records = in_time("the event", move || {
        let mut records = Vec::new();
        let played = coordinator.play(plan, &mut |record| {
            records.push(record);
            Ok(true)
        });
        played.map(|()| records)
    });
    assert_eq!(timeless(records.expect("all games")), played_locally(&jobs));
}

#[test]
fn garbage_in_the_queue_is_dropped() {
    let server = Server::start("garbage");
    let worker = start_worker(&server.url());
    wait_until("the queue", || streams(&server) == empty_queue());
    let subjects = ["cup", "cup.three", "cup.999", "nobody.1", "cup.1.2.3"];
    let garbage = subjects.map(|subject| (format!("quadrille.jobs.{subject}"), "garbage".to_string()));
    publish(&server, &garbage);
    let jobs = jobs(6, 1);
    let records = play(&server.url(), "cup", jobs.clone(), |_| true).expect("all games");
    assert_eq!(timeless(records), played_locally(&jobs));
    wait_until("an empty queue", || streams(&server) == empty_queue());
    drop(worker);
}

/// The coordinator's error for an event with this game.
fn refusal(server: &Server, job: Job) -> String {
    let _worker = start_worker(&server.url());
    let number = job.number;
    let error = play(&server.url(), "refused", vec![job], |_| true).expect_err("no game");
    assert!(matches!(&error, QueueError::Refused { number: refused, .. } if *refused == number), "{error}");
    assert_eq!(streams(server), empty_queue());
    error.to_string()
}

#[test]
fn invalid_jobs_are_refused() {
    let server = Server::start("nonsense");
    let [job] = &jobs(1, 1)[..] else { panic!("one job") };
    let with_player =
        |player: &str| Job { players: [player.to_string(), "random".to_string()], ..job.clone() };
    assert!(refusal(&server, with_player("nonsense")).contains("a player is engine"));
    assert!(refusal(&server, Job { game: "chess".to_string(), ..job.clone() }).contains("chess"));
    for program in ["call:true {history}", "ugi:true", "anna=haskell:X.hs:x", "congo-course:true"] {
        let problem = refusal(&server, with_player(program));
        assert!(problem.contains(program) && problem.contains("runs no programs"), "{problem}");
    }
    // A harmless name does not help.
    assert!(refusal(&server, with_player("random=call:true")).contains("runs no programs"));
    // After all that, the same event can be played.
    let _worker = start_worker(&server.url());
    assert_eq!(play(&server.url(), "refused", vec![job.clone()], |_| true).expect("a game").len(), 1);
}

#[test]
fn a_worker_runs_programs_if_told_to_and_stops_when_told_to() {
    let server = Server::start("programs");
    let stop = Arc::new(AtomicBool::new(false));
    let ack_wait = Duration::from_secs(1);
    let stopping = Arc::clone(&stop);
    let options = WorkerOptions { threads: 2, ack_wait, allow_programs: true, stop: stopping };
    let url = server.url();
    let working = std::thread::spawn(move || worker(&url, &resources(), &options, quiet()));
    let mut jobs = jobs(2, 1);
    let starts = server.directory().join("starts");
    let script = format!("echo >> {}; sleep 3; exit 7", starts.display());
    jobs[0].players[0] = format!("call:sh -c '{script}'");
    let records = play(&server.url(), "programs", jobs, |_| true).expect("all games");
    let of_program = records.iter().find(|record| record.number == 0).expect("a record");
    assert!(of_program.reason.contains("exit code 7"), "{}", of_program.reason);
    // The game took longer than a silent worker may, but this worker was not silent: no other worker has begun the game.
    assert_eq!(fs::read_to_string(&starts).expect("a file"), "\n");
    stop.store(true, Ordering::Relaxed);
    wait_until("the worker has stopped", || working.is_finished());
    working.join().expect("no panic").expect("no error");
}

#[test]
fn a_stopped_event_can_be_resumed() {
    let server = Server::start("stopped");
    let _worker = start_worker(&server.url());
    let jobs = jobs(40, 2);
    let mut records = play(&server.url(), "stopped", jobs.clone(), |count| count < 7).expect("some games");
    assert_eq!(records.len(), 7);
    assert_eq!(streams(&server), empty_queue());
    let rest = jobs.iter().filter(|job| records.iter().all(|record| record.number != job.number));
    let rest: Vec<Job> = rest.cloned().collect();
    records.extend(play(&server.url(), "stopped", rest, |_| true).expect("the other games"));
    assert_eq!(timeless(records), played_locally(&jobs));
}

#[test]
fn messages_that_are_too_large_are_reported() {
    let server = Server::start_with("large", &["-js"], "max_payload: 4KB\n");
    let mut long = jobs(1, 1);
    long[0].opening.moves = vec!["a1a2".to_string(); 1000];
    let error = play(&server.url(), "large", long, |_| true).expect_err("too large");
    assert!(matches!(error, QueueError::TooLarge { number: 0, .. }), "{error}");
    let mut endless = jobs(1, 1).remove(0);
    (endless.game, endless.players) = ("congo".to_string(), ["random", "random"].map(ToString::to_string));
    endless.seed = (0..100)
        .find(|&seed| played_locally(&[Job { seed, ..endless.clone() }])[0].moves.len() > 100)
        .expect("a long game");
    assert!(refusal(&server, endless).contains("raise its max_payload"));
}

#[test]
fn unusable_servers_are_reported() {
    let connect = |url: &str| {
        let started = Instant::now();
        let connected = Coordinator::connect(url, "cup", quiet());
        assert!(started.elapsed() < Duration::from_secs(15), "{url}");
        connected.map(drop)
    };
    let locked = Server::start_with("locked", &["-js", "--user", "anna", "--pass", "pass word"], "");
    let place = format!("127.0.0.1:{}", locked.port());
    connect(&format!("nats://anna:pass%20word@{place}")).expect("the right password");
    for url in [format!("nats://{place}"), format!("nats://anna:secret@{place}")] {
        let error = connect(&url).expect_err("the wrong password");
        assert!(matches!(error, QueueError::Connect { .. }), "{error}");
        assert!(error.to_string().contains(&place) && !error.to_string().contains("secret"), "{error}");
    }
    let token = Server::start_with("token", &["-js", "--auth", "key"], "");
    connect(&format!("nats://key@127.0.0.1:{}", token.port())).expect("the right token");
    let plain = Server::start_with("plain", &[], "");
    assert!(matches!(connect(&plain.url()), Err(QueueError::Unfit(_))));
    let gone = plain.url();
    drop(plain);
    assert!(matches!(connect(&gone), Err(QueueError::Connect { .. })));
    assert!(matches!(connect("http://127.0.0.1"), Err(QueueError::Address(_))));
    assert!(matches!(Coordinator::connect(&gone, "a b", quiet()), Err(QueueError::EventName(_))));
}
