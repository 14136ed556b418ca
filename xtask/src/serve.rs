//! A plain static server on the standard library: what a static host does, and on request what a bad one does.
//!
//! One request a connection and one thread a request: nothing to tune, and a fault can cut a connection anywhere.
use flate2::{Compression, write::GzEncoder};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A way in which a bad host answers for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// 404.
    Missing,
    /// The right bytes under this content type.
    Mime(String),
    /// The right length is promised, the connection ends half-way.
    Truncated,
    /// Bytes of another file: a sign-in page of a hotel, say.
    Garbage,
    /// Sent on to another address, relative to this one.
    Moved(String),
    /// The answer begins after this time.
    Slow(Duration),
    /// About every second connection is cut before an answer, the same ones in every run.
    Flaky,
}

/// What the threads share.
struct Shared {
    dir: Mutex<PathBuf>,
    prefix: String,
    faults: Mutex<Vec<(String, Fault)>>,
    requests: Mutex<Vec<String>>,
    down: AtomicBool,
    stop: AtomicBool,
}

/// A running server; it ends when it is dropped.
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// A lock whose holder panicked still holds plain data; the other threads go on.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Server {
    /// Serves `dir` on 127.0.0.1 under `prefix` ("/" or "/a/b/"); port 0 takes any free one.
    ///
    /// # Errors
    /// The port is taken or may not be opened.
    pub fn start(dir: &Path, prefix: &str, port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            dir: Mutex::new(dir.to_path_buf()),
            prefix: prefix.to_owned(),
            faults: Mutex::default(),
            requests: Mutex::default(),
            down: AtomicBool::new(false),
            stop: AtomicBool::new(false),
        });
        let theirs = Arc::clone(&shared);
        let thread = thread::spawn(move || accept(&listener, &theirs));
        Ok(Self { address, shared, thread: Some(thread) })
    }

    /// The address of the site, with a slash at its end.
    pub fn url(&self) -> String {
        format!("http://{}{}", self.address, self.shared.prefix)
    }

    /// From now on files whose path ends in `suffix` are answered with this fault.
    pub fn fault(&self, suffix: &str, fault: Fault) {
        lock(&self.shared.faults).push((suffix.to_owned(), fault));
    }

    /// All files are answered well again.
    pub fn mend(&self) {
        lock(&self.shared.faults).clear();
    }

    /// While down, every connection is cut before an answer: for the browser there is no network.
    pub fn set_down(&self, down: bool) {
        self.shared.down.store(down, Ordering::SeqCst);
    }

    /// Serves another directory at the same address: a new version is out.
    pub fn set_dir(&self, dir: &Path) {
        *lock(&self.shared.dir) = dir.to_path_buf();
    }

    /// The paths asked for so far, in order, with their queries.
    pub fn requests(&self) -> Vec<String> {
        lock(&self.shared.requests).clone()
    }

    /// Waits for ever: the server of `cargo xtask play` ends with the program.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            // The accepting thread ends only by `stop`, which nobody can call any more.
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        // The accepting thread sleeps in `accept`: this connection wakes it.
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.stop.load(Ordering::SeqCst) {
            return;
        }
        let Ok(stream) = stream else { continue };
        if shared.down.load(Ordering::SeqCst) {
            continue;
        }
        let shared = Arc::clone(shared);
        // A visitor that goes away in mid-answer is no matter of the server's.
        thread::spawn(move || drop(answer(&stream, &shared)));
    }
}

/// Reads one request and answers it.
fn answer(stream: &TcpStream, shared: &Shared) -> io::Result<()> {
    // Browsers open connections ahead of need; one that says nothing is let go.
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut reader = BufReader::new(stream.take(16 * 1024));
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut line = String::new();
    let mut packs = false;
    while reader.read_line(&mut line)? > 2 {
        let header = line.to_ascii_lowercase();
        packs |= header.starts_with("accept-encoding:") && header.contains("gzip");
        line.clear();
    }
    if shared.down.load(Ordering::SeqCst) {
        return Ok(());
    }
    let mut words = first.split_whitespace();
    let (Some(method), Some(target)) = (words.next(), words.next()) else { return Ok(()) };
    let head = method == "HEAD";
    if !head && method != "GET" {
        return reply(stream, "405 Method Not Allowed", "text/plain", b"Only GET and HEAD.\n", head);
    }
    lock(&shared.requests).push(target.to_owned());
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let fault =
        lock(&shared.faults).iter().find(|(end, _)| path.ends_with(end.as_str())).map(|f| f.1.clone());
    if fault == Some(Fault::Flaky) {
        let n = lock(&shared.requests).len() as u32;
        // One bit of a number that jumps about.
        if n.wrapping_mul(2_654_435_761) >> 30 & 1 == 0 {
            return Ok(());
        }
    }
    let fault = fault.filter(|fault| *fault != Fault::Flaky);
    let file =
        (fault != Some(Fault::Missing)).then(|| locate(&lock(&shared.dir), &shared.prefix, path)).flatten();
    let Some(file) = file else {
        return reply(
            stream,
            "404 Not Found",
            "text/html",
            b"<!doctype html><title>404</title><p>No such page.",
            head,
        );
    };
    let mut body = std::fs::read(&file)?;
    let mut mime = mime_of(&file).to_owned();
    match fault {
        Some(Fault::Mime(other)) => mime = other,
        Some(Fault::Garbage) => body = b"<!doctype html><title>Sign in</title>".to_vec(),
        Some(Fault::Slow(time)) => thread::sleep(time),
        Some(Fault::Truncated) => {
            let mut out = stream;
            out.write_all(head_of("200 OK", &mime, body.len()).as_bytes())?;
            return out.write_all(&body[..body.len() / 2]);
        }
        Some(Fault::Moved(address)) => {
            let mut out = stream;
            let head = format!(
                "HTTP/1.1 302 Found\r\nLocation: {address}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            );
            return out.write_all(head.as_bytes());
        }
        Some(Fault::Missing | Fault::Flaky) => {}
        // As static hosts do: what is text or a program goes compressed to whoever takes it so.
        None if packs && !mime.starts_with("image/png") && body.len() > 512 => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&body)?;
            let body = encoder.finish()?;
            let mime = format!("{mime}\r\nContent-Encoding: gzip\r\nVary: Accept-Encoding");
            return reply(stream, "200 OK", &mime, &body, head);
        }
        None => {}
    }
    reply(stream, "200 OK", &mime, &body, head)
}

fn head_of(status: &str, mime: &str, length: usize) -> String {
    // `no-cache`: the browser asks again at each visit, so that a new build is seen at once.
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n"
    )
}

fn reply(mut stream: &TcpStream, status: &str, mime: &str, body: &[u8], head: bool) -> io::Result<()> {
    stream.write_all(head_of(status, mime, body.len()).as_bytes())?;
    if head { Ok(()) } else { stream.write_all(body) }
}

/// The file for a path of the site; `None` for what is outside it or not there.
fn locate(dir: &Path, prefix: &str, path: &str) -> Option<PathBuf> {
    let inside = decode(path.strip_prefix(prefix)?)?;
    let relative = Path::new(&inside);
    if !relative.components().all(|c| matches!(c, Component::Normal(_))) {
        return None;
    }
    let file = dir.join(relative);
    let file = if inside.is_empty() || inside.ends_with('/') { file.join("index.html") } else { file };
    file.is_file().then_some(file)
}

/// Undoes percent-encoding; `None` where it is broken.
fn decode(path: &str) -> Option<String> {
    let mut bytes = path.bytes();
    let mut out = Vec::with_capacity(path.len());
    while let Some(byte) = bytes.next() {
        out.push(if byte == b'%' {
            let digits = [bytes.next()?, bytes.next()?];
            u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
        } else {
            byte
        });
    }
    String::from_utf8(out).ok()
}

fn mime_of(file: &Path) -> &'static str {
    match file.extension().and_then(|e| e.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_inside_the_site() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(locate(dir, "/a/b/", "/a/b/Cargo.toml").is_some());
        assert!(locate(dir, "/a/b/", "/a/b/src/%6cib.rs").is_some());
        for bad in [
            "/Cargo.toml",
            "/a/b",
            "/a/b/../Cargo.toml",
            "/a/b/src/%2e%2e/Cargo.toml",
            "/a/b//etc/passwd",
            "/a/b/%zz",
            "/a/b/src",
        ] {
            assert!(locate(dir, "/a/b/", bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_taken_port_is_an_error_and_a_dropped_server_gives_it_back() -> io::Result<()> {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR"));
        let server = Server::start(dir, "/", 0)?;
        let port = server.address.port();
        assert!(Server::start(dir, "/", port).is_err());
        drop(server);
        assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err());
        Ok(())
    }

    #[test]
    fn answers_and_faults() -> io::Result<()> {
        let ask = |server: &Server, path: &str| -> io::Result<String> {
            let mut stream = TcpStream::connect(server.address)?;
            write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n")?;
            let mut text = String::new();
            stream.read_to_string(&mut text)?;
            Ok(text)
        };
        let server = Server::start(Path::new(env!("CARGO_MANIFEST_DIR")), "/x/", 0)?;
        assert!(ask(&server, "/x/Cargo.toml?q=1")?.starts_with("HTTP/1.1 200"));
        assert!(ask(&server, "/x/none")?.starts_with("HTTP/1.1 404"));
        server.fault(".toml", Fault::Mime("text/odd".into()));
        assert!(ask(&server, "/x/Cargo.toml")?.contains("Content-Type: text/odd"));
        server.mend();
        server.set_down(true);
        assert!(ask(&server, "/x/Cargo.toml").unwrap_or_default().is_empty());
        assert_eq!(server.requests().len(), 3);
        Ok(())
    }
}
