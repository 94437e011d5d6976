//! Noticing that a process is gone.
//!
//! Timely's network threads panic when a connection ends too early. That says nothing a user could act upon, and what follows depends on
//! how the program was compiled: with panics that unwind, workers may wait for each other for good. Here instead:
//!
//! * Each pair of processes has a second connection, the lifeline. A process says there every second that it lives, and goodbye when all
//!   it had to send is sent. A lifeline that ends without a goodbye, or is silent for long, is that of a process that is gone.
//! * Timely writes to and reads from a [`Wire`] instead of a bare connection. It lets timely see the end of a connection only after a
//!   goodbye.
//!
//! A thread that finds that a process is gone ends this one at once, by [`Cluster::on_loss`](super::Cluster): no result can come any more.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use timely::communication::allocator::zero_copy::stream::Stream;

use super::OnLoss;
use super::meeting::Link;

const ALIVE: u8 = b'.';
const GOODBYE: u8 = b'G';

/// How often a process says that it lives.
const PULSE: Duration = Duration::from_secs(1);

/// How long a machine may be silent: a lost process shows at once, but one that lost its network or its power sends no word of it.
const SILENCE: Duration = Duration::from_mins(1);

/// How long a goodbye may take after the end of the connection that it was sent before.
const GOODBYE_PATIENCE: Duration = Duration::from_secs(5);

/// How long a process waits after it has found that another is gone: the rest should miss that one, not this one.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What to do when a process is lost, the same for all peers.
struct Loss {
    report: OnLoss,
    reporting: Mutex<()>,
}

/// Another process, as seen from its lifeline.
struct Peer {
    loss: Arc<Loss>,
    process: usize,
    address: String,
    lifeline: TcpStream,
    /// Whether this process has said goodbye to it. Nothing may follow: unread words would break the connection under those before.
    taken_leave: Mutex<bool>,
    /// Whether it has said goodbye to this process.
    left: Mutex<bool>,
    left_now: Condvar,
}

/// The threads that send and hear signs of life. Dropped when all connections have ended well.
pub(super) struct Lifelines {
    stop: Option<Sender<()>>,
    pulse: Option<JoinHandle<()>>,
}

/// A connection that ends the process when it is lost.
pub(super) struct Wire {
    data: TcpStream,
    peer: Arc<Peer>,
}

/// Starts to watch all peers, and gives the connections in the form that timely takes.
pub(super) fn watch(
    links: Vec<Option<Link>>,
    addresses: &[String],
    on_loss: OnLoss,
) -> io::Result<(Vec<Option<Wire>>, Lifelines)> {
    let loss = Arc::new(Loss { report: on_loss, reporting: Mutex::new(()) });
    let wires: Vec<Option<Wire>> = links
        .into_iter()
        .zip(addresses)
        .enumerate()
        .map(|(process, (link, address))| {
            link.map(|link| Wire::new(link, process, address, Arc::clone(&loss)))
        })
        .collect();
    let peers: Vec<Arc<Peer>> = wires.iter().flatten().map(|wire| Arc::clone(&wire.peer)).collect();
    for peer in &peers {
        peer.lifeline.set_read_timeout(Some(SILENCE))?;
        let peer = Arc::clone(peer);
        thread::Builder::new().name(format!("lifeline-{}", peer.process)).spawn(move || peer.hear())?;
    }
    let (stop, stopped) = mpsc::channel();
    let pulse = thread::Builder::new().name("pulse".to_owned()).spawn(move || {
        while stopped.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
            for peer in &peers {
                peer.say_alive();
            }
        }
    })?;
    Ok((wires, Lifelines { stop: Some(stop), pulse: Some(pulse) }))
}

impl Drop for Lifelines {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(pulse) = self.pulse.take() {
            pulse.join().expect("the pulse does not panic");
        }
    }
}

impl Peer {
    /// Waits for a goodbye.
    fn hear(&self) {
        let mut words = [0; 64];
        loop {
            match (&self.lifeline).read(&mut words) {
                Ok(0) => self.gone(),
                Ok(count) if words[..count].contains(&GOODBYE) => break,
                Err(error) if error.kind() != io::ErrorKind::Interrupted => self.gone(),
                _ => {}
            }
        }
        *self.left.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.left_now.notify_all();
    }

    /// Failures show where the other side's words should arrive.
    fn say_alive(&self) {
        let taken_leave = self.taken_leave.lock().unwrap_or_else(PoisonError::into_inner);
        if !*taken_leave {
            let _ = (&self.lifeline).write(&[ALIVE]);
        }
    }

    fn say_goodbye(&self) -> io::Result<()> {
        let mut taken_leave = self.taken_leave.lock().unwrap_or_else(PoisonError::into_inner);
        *taken_leave = true;
        (&self.lifeline).write_all(&[GOODBYE])
    }

    fn await_goodbye(&self) {
        let left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.left_now.wait_timeout_while(left, GOODBYE_PATIENCE, |left| !*left);
        if !*waited.unwrap_or_else(PoisonError::into_inner).0 {
            self.gone();
        }
    }

    /// Ends this process. Several threads may notice; the first one reports, and the others wait here for the end.
    fn gone(&self) -> ! {
        let _first = self.loss.reporting.lock().unwrap_or_else(PoisonError::into_inner);
        thread::sleep(LAST_WORDS);
        (self.loss.report)(&format!(
            "process {} ({}) is gone; start all processes again: finished tiers are kept",
            self.process, self.address
        ))
    }
}

impl Wire {
    fn new(link: Link, process: usize, address: &str, loss: Arc<Loss>) -> Self {
        let peer = Peer {
            process,
            address: address.to_owned(),
            lifeline: link.lifeline,
            taken_leave: Mutex::new(false),
            left: Mutex::new(false),
            left_now: Condvar::new(),
            loss,
        };
        Self { data: link.data, peer: Arc::new(peer) }
    }
}

impl Read for Wire {
    /// Timely takes every error for the end, also an interruption.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.data.read(buffer) {
                Ok(0) if !buffer.is_empty() => {
                    self.peer.await_goodbye();
                    return Ok(0);
                }
                Ok(count) => return Ok(count),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => self.peer.gone(),
            }
        }
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.data.write(bytes) {
                Ok(count) => return Ok(count),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => self.peer.gone(),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.data.flush()
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self { data: self.data.try_clone()?, peer: Arc::clone(&self.peer) })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.data.set_nonblocking(nonblocking)
    }

    /// Timely's last act, when everything is sent: the goodbye comes first, so that whoever sees the end can wait for it.
    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        if self.peer.say_goodbye().and_then(|()| self.data.shutdown(how)).is_err() {
            self.peer.gone();
        }
        Ok(())
    }
}
