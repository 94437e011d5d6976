//! Games by way of a NATS server: workers, server and coordinator may be killed, and each game still has one record, the same as without.

mod nats;
#[path = "common/setup.rs"]
mod setup;

use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use arena::event::{Proceed, Venue};
use arena::queue::{Coordinator, Notify, WorkerOptions, worker};
use arena::{Conditions, Job, referee};
use async_nats::jetstream::Context;
use futures_util::TryStreamExt;
use nats::{Process, Server, in_time, wait_until};
use quadrille::{Opening, Record};
use setup::{processes, resources, resources_without_isolation};

/// After this many seconds a killed worker's game goes to another.
const SILENCE: &str = "2";

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
    Process::start(Command::new(processes()).args(["worker", url, SILENCE]))
}

/// Plays an event; `proceed` gets the number of records so far.
fn play_while(
    url: &str,
    event: &str,
    jobs: Vec<Job>,
    mut proceed: impl FnMut(usize) -> Proceed + Send + 'static,
) -> Result<Vec<Record>, String> {
    let connected = Coordinator::connect(url, event, quiet());
    let mut coordinator = connected.map_err(|error| error.to_string())?;
    in_time("the event", move || {
        let mut records = Vec::new();
        coordinator.play(jobs, &mut |record| {
            records.push(record);
            Ok(proceed(records.len()))
        })?;
        Ok(records)
    })
}

/// Plays all games of an event.
fn play(server: &Server, event: &str, jobs: Vec<Job>) -> Result<Vec<Record>, String> {
    play_while(&server.url(), event, jobs, |_| Proceed::Continue)
}

/// Does something with the messages on a server.
fn on_server<T>(server: &Server, work: impl AsyncFnOnce(Context) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let client = async_nats::connect(server.url()).await.expect("a connection");
        work(async_nats::jetstream::new(client)).await
    })
}

/// Sends messages to the server, and waits until they are stored.
fn publish(server: &Server, messages: &[(String, String)]) {
    on_server(server, async |context| {
        for (subject, text) in messages {
            let sent = context.publish(subject.clone(), text.clone().into()).await.expect("sent");
            sent.await.expect("stored");
        }
    });
}

/// The queue has one stream, for jobs, and it is empty.
fn is_empty(server: &Server) -> bool {
    let streams: Vec<_> =
        on_server(server, async |context| context.streams().try_collect().await.expect("a list"));
    let streams = streams.iter().map(|info| (info.config.name.as_str(), info.state.messages));
    streams.eq([("QUADRILLE_JOBS", 0)])
}

/// Every game has one record, the same as without a queue, and no message is left.
fn assert_all_played(server: &Server, jobs: &[Job], records: Vec<Record>) {
    assert_eq!(timeless(records), played_locally(jobs));
    assert!(is_empty(server));
}

#[test]
fn records_are_those_of_local_games() {
    let server = Server::start("same");
    let _workers = [start_worker(&server.url()), start_worker(&server.url())];
    for depth in 1..=2 {
        let jobs = jobs(60, depth);
        let records = play(&server, "same", jobs.clone()).expect("all games");
        assert_all_played(&server, &jobs, records);
    }
}

#[test]
fn killed_workers_lose_no_game() {
    let server = Server::start("workers");
    let jobs = jobs(60, 5);
    let url = server.url();
    let mut workers = vec![start_worker(&url), start_worker(&url)];
    let records = play_while(&server.url(), "workers", jobs.clone(), move |count| {
        if [5, 15, 30].contains(&count) {
            workers.iter_mut().for_each(Process::kill);
            workers = vec![start_worker(&url), start_worker(&url)];
        }
        Proceed::Continue
    });
    assert_all_played(&server, &jobs, records.expect("all games"));
}

#[test]
#[ignore = "a thousand kills, or KILLS: see CONTRIBUTING.md"]
fn a_thousand_kills_of_workers() {
    let wanted = std::env::var("KILLS").map_or(1000, |text| text.parse().expect("a whole number"));
    let server = Server::start("workers-often");
    let jobs = jobs(60, 5);
    let expected = played_locally(&jobs);
    for number in 0.. {
        let kills = 8 * number;
        println!("{kills} kills in {number} events, no game lost or counted twice");
        if kills >= wanted {
            break;
        }
        let url = server.url();
        let mut workers = vec![start_worker(&url), start_worker(&url)];
        let event = format!("workers-{number}");
        let records = play_while(&server.url(), &event, jobs.clone(), move |count| {
            if [5, 15, 30, 45].contains(&count) {
                workers.iter_mut().for_each(Process::kill);
                workers = vec![start_worker(&url), start_worker(&url)];
            }
            Proceed::Continue
        });
        assert_eq!(timeless(records.expect("all games")), expected);
        assert!(is_empty(&server));
    }
}

#[test]
fn a_killed_server_loses_no_game() {
    let server = Server::start("server");
    let jobs = jobs(60, 4);
    let url = server.url();
    let _workers = [start_worker(&url), start_worker(&url)];
    let server = Arc::new(Mutex::new(server));
    let again = Arc::clone(&server);
    let records = play_while(&url, "server", jobs.clone(), move |count| {
        if [8, 20, 40].contains(&count) {
            again.lock().expect("no panic").kill_and_restart();
        }
        Proceed::Continue
    });
    assert_all_played(&server.lock().expect("no panic"), &jobs, records.expect("all games"));
}

/// A server that is killed after the last message of a stream has gone can forget how far the stream had counted.
#[test]
fn a_server_that_forgets_its_count_delivers_the_next_games() {
    let jobs = jobs(4, 1);
    let mut server = Server::start("count");
    let _worker = start_worker(&server.url());
    play(&server, "first", jobs.clone()).expect("the first event");
    server.restart_after(|directory| {
        fs::remove_dir_all(directory.join("jetstream/$G/streams/QUADRILLE_JOBS/msgs")).expect("the messages");
    });
    let records = play(&server, "second", jobs.clone()).expect("the second event");
    assert_all_played(&server, &jobs, records);
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
        let mut command = Command::new(processes());
        command.args(["coordinator", &server.url(), "again"]).arg(&job_file).arg(&record_file);
        Process::start(&mut command)
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
    assert_all_played(&server, &jobs, records);
}

#[test]
fn duplicates_and_garbage_are_recognised() {
    let server = Server::start("duplicates");
    let jobs = jobs(12, 1);
    // The coordinator makes the stream for the answers.
    drop(Coordinator::connect(&server.url(), "twice", quiet()).expect("a coordinator"));
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
    let records = play(&server, "twice", jobs.clone()).expect("all games");
    assert_all_played(&server, &jobs, records);
}

#[test]
fn garbage_in_the_queue_is_dropped() {
    let server = Server::start("garbage");
    let worker = start_worker(&server.url());
    wait_until("the queue", || is_empty(&server));
    let subjects = ["cup", "cup.three", "cup.999", "nobody.1", "cup.1.2.3"];
    let garbage = subjects.map(|subject| (format!("quadrille.jobs.{subject}"), "garbage".to_string()));
    publish(&server, &garbage);
    let jobs = jobs(6, 1);
    let records = play(&server, "cup", jobs.clone()).expect("all games");
    assert_eq!(timeless(records), played_locally(&jobs));
    wait_until("an empty queue", || is_empty(&server));
    drop(worker);
}

/// The coordinator's error for an event with this game.
fn refusal(server: &Server, job: Job) -> String {
    let _worker = start_worker(&server.url());
    let number = job.number;
    let error = play(server, "refused", vec![job]).expect_err("no game");
    assert!(error.contains(&format!(" refuses game {number}: ")), "{error}");
    assert!(is_empty(server));
    error
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
    assert_eq!(play(&server, "refused", vec![job.clone()]).expect("a game").len(), 1);
}

#[test]
fn a_worker_runs_programs_if_told_to_and_stops_when_told_to() {
    let server = Server::start("programs");
    let stop = Arc::new(AtomicBool::new(false));
    let ack_wait = Duration::from_secs(1);
    let stopping = Arc::clone(&stop);
    let options = WorkerOptions { threads: 2, ack_wait, allow_programs: true, stop: stopping };
    let url = server.url();
    let working = std::thread::spawn(move || worker(&url, &resources_without_isolation(), &options, quiet()));
    let mut jobs = jobs(2, 1);
    let starts = server.directory().join("starts");
    let script = format!("echo >> {}; sleep 3; exit 7", starts.display());
    jobs[0].players[0] = format!("call:sh -c '{script}'");
    let records = play(&server, "programs", jobs).expect("all games");
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
    let until_seven = |count| if count < 7 { Proceed::Continue } else { Proceed::Stop };
    let mut records = play_while(&server.url(), "stopped", jobs.clone(), until_seven).expect("some games");
    assert_eq!(records.len(), 7);
    assert!(is_empty(&server));
    let rest = jobs.iter().filter(|job| records.iter().all(|record| record.number != job.number));
    let rest: Vec<Job> = rest.cloned().collect();
    records.extend(play(&server, "stopped", rest).expect("the other games"));
    assert_all_played(&server, &jobs, records);
}

#[test]
fn messages_that_are_too_large_are_reported() {
    let server = Server::start_with("large", &["-js"], "max_payload: 4KB\n");
    let mut long = jobs(1, 1);
    long[0].opening.moves = vec!["a1a2".to_string(); 1000];
    let error = play(&server, "large", long).expect_err("too large");
    assert!(
        error.starts_with("game 0 has ") && error.contains("bytes, but the NATS server accepts 3072"),
        "{error}"
    );
    let mut endless = jobs(1, 1).remove(0);
    (endless.game, endless.players) = ("congo".to_string(), ["random", "random"].map(ToString::to_string));
    endless.seed = (0..100)
        .find(|&seed| played_locally(&[Job { seed, ..endless.clone() }])[0].moves.len() > 100)
        .expect("a long game");
    assert!(refusal(&server, endless).contains("raise its max_payload"));
}

#[test]
fn unusable_servers_are_reported() {
    let connect = |url: &str, event: &str| {
        let started = Instant::now();
        let connected = Coordinator::connect(url, event, quiet());
        assert!(started.elapsed() < Duration::from_secs(15), "{url}");
        connected.map(drop).map_err(|error| error.to_string())
    };
    let locked = Server::start_with("locked", &["-js", "--user", "anna", "--pass", "pass word"], "");
    let place = format!("127.0.0.1:{}", locked.port());
    connect(&format!("nats://anna:pass%20word@{place}"), "cup").expect("the right password");
    let token = Server::start_with("token", &["-js", "--auth", "key"], "");
    connect(&format!("nats://key@127.0.0.1:{}", token.port()), "cup").expect("the right token");
    let plain = Server::start_with("plain", &[], "");
    let [no_password, wrong] = ["", "anna:secret@"].map(|user| format!("nats://{user}{place}"));
    let refused = format!("cannot connect to the NATS server {place}: ");
    let check = |url: &str, event: &str, problem: &str| {
        let error = connect(url, event).expect_err("a problem");
        assert!(error.starts_with(problem) && !error.contains("secret"), "{error}");
    };
    check(&no_password, "cup", &refused);
    check(&wrong, "cup", &refused);
    check(&plain.url(), "cup", "the NATS server cannot store a queue (start it with -js");
    let gone = plain.url();
    drop(plain);
    check(&gone, "cup", "cannot connect to the NATS server ");
    check("http://127.0.0.1", "cup", "\"http://127.0.0.1\" is not the address of a NATS server");
    check(&gone, "a b", "\"a b\" cannot name an event in the queue");
}
