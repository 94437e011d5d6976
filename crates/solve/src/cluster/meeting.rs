//! How processes find each other.
//!
//! Each listens at its address, calls those before it in the list, and then waits for calls of those behind it. A connection begins
//! with a [`Hello`] of both sides, and both refuse processes that were started for other work.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use super::{ClusterError, Hosts};

/// First on every connection; to be changed with anything that processes say to each other.
const MAGIC: &[u8; 16] = b"quadrille mesh 2";

/// The longest greeting. A longer one was not sent by us.
const LONGEST_GREETING: usize = 1 << 16;

/// How long to wait before the next try.
const PAUSE: Duration = Duration::from_millis(50);

/// How long a caller may take to say hello. Strangers may call and say nothing; others wait behind them.
const HELLO_PATIENCE: Duration = Duration::from_secs(2);

/// What both sides say of themselves.
struct Hello {
    process: usize,
    processes: usize,
    workers: usize,
    greeting: String,
}

pub(super) struct Meeting<'a> {
    hosts: &'a Hosts,
    workers: usize,
    greeting: &'a str,
    patience: Duration,
    deadline: Instant,
}

/// The connections by process; `None` for this process itself.
type Streams = Vec<Option<TcpStream>>;

impl<'a> Meeting<'a> {
    pub(super) fn new(hosts: &'a Hosts, workers: usize, greeting: &'a str, patience: Duration) -> Self {
        Self { hosts, workers, greeting, patience, deadline: Instant::now() + patience }
    }

    pub(super) fn streams(&self) -> Result<Streams, ClusterError> {
        let places =
            self.hosts.addresses().iter().map(|address| resolve(address)).collect::<Result<Vec<_>, _>>()?;
        let me = self.hosts.process();
        // First of all: from now on callers wait until they are answered.
        let listener = TcpListener::bind(&places[me][..]).map_err(|source| self.cannot_listen(source))?;
        let mut streams = Streams::new();
        for (process, places) in places[..me].iter().enumerate() {
            streams.push(Some(self.call(process, places)?));
        }
        streams.resize_with(places.len(), || None);
        self.answer_all(&listener, &mut streams)?;
        Ok(streams)
    }

    /// Calls until there is an answer.
    fn call(&self, process: usize, places: &[SocketAddr]) -> Result<TcpStream, ClusterError> {
        while let Some(left) = self.time_left() {
            if let Ok((stream, theirs)) = self.try_call(places, left) {
                if theirs.process != process {
                    let address = self.address(process);
                    return Err(ClusterError::Impostor { address, theirs: theirs.process });
                }
                self.compare(&theirs, self.address(process))?;
                return Ok(stream);
            }
            thread::sleep(PAUSE);
        }
        Err(self.missing(process))
    }

    fn try_call(&self, places: &[SocketAddr], left: Duration) -> io::Result<(TcpStream, Hello)> {
        let mut stream = connect(places, left.min(HELLO_PATIENCE))?;
        // The other side may itself be waiting for someone.
        let theirs = self.exchange_hellos(&mut stream, left)?;
        Ok((stream, theirs))
    }

    /// Answers calls until all processes behind this one have called.
    fn answer_all(&self, listener: &TcpListener, streams: &mut Streams) -> Result<(), ClusterError> {
        listener.set_nonblocking(true).map_err(ClusterError::Network)?;
        let behind = self.hosts.process() + 1..streams.len();
        while let Some(missing) = behind.clone().find(|&process| streams[process].is_none()) {
            let left = self.time_left().ok_or_else(|| self.missing(missing))?;
            match listener.accept() {
                Ok((stream, from)) => self.answer(stream, from, left, streams)?,
                Err(_) => thread::sleep(PAUSE.min(left)),
            }
        }
        Ok(())
    }

    /// A call that is not one of ours, or breaks off, is forgotten.
    fn answer(
        &self,
        mut stream: TcpStream,
        from: SocketAddr,
        left: Duration,
        streams: &mut Streams,
    ) -> Result<(), ClusterError> {
        let Ok(theirs) = self.exchange_hellos(&mut stream, left.min(HELLO_PATIENCE)) else { return Ok(()) };
        let behind = self.hosts.process() + 1..streams.len();
        if theirs.processes == streams.len() && !behind.contains(&theirs.process) {
            return Err(ClusterError::Impostor { address: from.to_string(), theirs: theirs.process });
        }
        let address = self.hosts.addresses().get(theirs.process).cloned();
        self.compare(&theirs, address.unwrap_or_else(|| from.to_string()))?;
        streams[theirs.process] = Some(stream);
        Ok(())
    }

    /// Ours is sent whatever theirs is: both sides should know why they part.
    fn exchange_hellos(&self, stream: &mut TcpStream, patience: Duration) -> io::Result<Hello> {
        stream.set_nonblocking(false)?;
        stream.write_all(&self.hello().bytes())?;
        stream.set_read_timeout(Some(patience))?;
        let theirs = Hello::read(stream)?;
        stream.set_read_timeout(None)?;
        // Small messages are those that others wait for.
        stream.set_nodelay(true)?;
        Ok(theirs)
    }

    fn compare(&self, theirs: &Hello, address: String) -> Result<(), ClusterError> {
        let ours = self.hello();
        let process = theirs.process;
        if theirs.processes != ours.processes {
            return Err(ClusterError::OtherHosts { address, theirs: theirs.processes, ours: ours.processes });
        }
        if theirs.greeting != ours.greeting {
            let (theirs, ours) = (theirs.greeting.clone(), ours.greeting);
            return Err(ClusterError::OtherWork { process, address, theirs, ours });
        }
        if theirs.workers != ours.workers {
            let (theirs, ours) = (theirs.workers, ours.workers);
            return Err(ClusterError::OtherWorkers { process, address, theirs, ours });
        }
        Ok(())
    }

    fn hello(&self) -> Hello {
        Hello {
            process: self.hosts.process(),
            processes: self.hosts.addresses().len(),
            workers: self.workers,
            greeting: self.greeting.chars().take(LONGEST_GREETING / 4).collect(),
        }
    }

    fn time_left(&self) -> Option<Duration> {
        self.deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
    }

    fn address(&self, process: usize) -> String {
        self.hosts.addresses()[process].clone()
    }

    fn missing(&self, process: usize) -> ClusterError {
        let seconds = self.patience.as_secs_f32();
        ClusterError::Missing { process, address: self.address(process), seconds }
    }

    fn cannot_listen(&self, source: io::Error) -> ClusterError {
        let process = self.hosts.process();
        ClusterError::Listen { process, address: self.address(process), source }
    }
}

impl Hello {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [self.process, self.processes, self.workers, self.greeting.len()] {
            bytes.extend((number as u32).to_le_bytes());
        }
        bytes.extend(self.greeting.as_bytes());
        bytes
    }

    fn read(stream: &mut impl Read) -> io::Result<Self> {
        let mut magic = [0; MAGIC.len()];
        stream.read_exact(&mut magic)?;
        let mut numbers = [0; 4];
        for number in &mut numbers {
            let mut bytes = [0; 4];
            stream.read_exact(&mut bytes)?;
            *number = u32::from_le_bytes(bytes) as usize;
        }
        let [process, processes, workers, length] = numbers;
        if magic != *MAGIC || length > LONGEST_GREETING {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut greeting = vec![0; length];
        stream.read_exact(&mut greeting)?;
        let greeting = String::from_utf8_lossy(&greeting).into_owned();
        Ok(Self { process, processes, workers, greeting })
    }
}

fn resolve(address: &str) -> Result<Vec<SocketAddr>, ClusterError> {
    let unresolved = |source| ClusterError::Unresolved { address: address.to_owned(), source };
    let places: Vec<SocketAddr> = address.to_socket_addrs().map_err(unresolved)?.collect();
    if places.is_empty() { Err(unresolved(io::ErrorKind::NotFound.into())) } else { Ok(places) }
}

fn connect(places: &[SocketAddr], patience: Duration) -> io::Result<TcpStream> {
    let mut failure = io::ErrorKind::NotFound.into();
    for place in places {
        match TcpStream::connect_timeout(place, patience) {
            // On one machine a caller may be given the very port that it calls, and then hears itself.
            Ok(stream) if stream.local_addr().ok() != Some(*place) => return Ok(stream),
            Ok(_) => {}
            Err(error) => failure = error,
        }
    }
    Err(failure)
}
