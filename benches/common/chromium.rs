//! A headless Chromium that runs the module: what people play in is a browser of today, and its compiler is newer than node's.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/wasm/run.mjs");
const PAGE: &str = "<!doctype html><title>Damka</title><script type=module src=run.mjs></script>";
/// Longer than any line takes.
const PATIENCE: Duration = Duration::from_mins(5);

/// A browser that ends, with its profile, when this is dropped.
struct Browser {
    child: Child,
    profile: PathBuf,
    begun: Instant,
}

/// The answer of the module to one line.
pub(crate) fn run(chromium: &Path, module: &Path, asked: &str) -> Option<f64> {
    let server = TcpListener::bind("127.0.0.1:0").ok()?;
    server.set_nonblocking(true).ok()?;
    let browser = Browser::start(chromium, server.local_addr().ok()?.port())?;
    while browser.begun.elapsed() < PATIENCE {
        let Ok((stream, _)) = server.accept() else {
            std::thread::sleep(Duration::from_millis(1));
            continue;
        };
        if let Some(answer) = browser.serve(stream, module, asked) {
            return answer.parse().ok();
        }
    }
    None
}

impl Browser {
    fn start(chromium: &Path, port: u16) -> Option<Self> {
        let profile =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bench-{}-{port}", std::process::id()));
        let child = Command::new(chromium)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args(["--disable-quic", "--no-first-run", "--disable-background-networking"])
            .args(["--disable-component-update", "--disable-sync", "--no-proxy-server"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(format!("http://127.0.0.1:{port}/"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        Some(Self { child, profile, begun: Instant::now() })
    }

    /// Answers one request; gives the page's answer, once it comes.
    fn serve(&self, mut stream: TcpStream, module: &Path, asked: &str) -> Option<String> {
        stream.set_nonblocking(false).ok()?;
        // A connection may be opened in advance and never used.
        stream.set_read_timeout(Some(Duration::from_secs(1))).ok()?;
        let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
        let request = lines.next()?.ok()?;
        let path = request.split(' ').nth(1)?.trim_start_matches('/').to_owned();
        for line in lines {
            if line.ok()?.is_empty() {
                break;
            }
        }
        let (kind, body) = match path.split('?').next()? {
            "" => ("text/html", PAGE.into()),
            "run.mjs" => ("text/javascript", fs::read(SCRIPT).unwrap_or_default()),
            "module" => ("application/wasm", fs::read(module).unwrap_or_default()),
            "line" => ("text/plain", asked.into()),
            "weights" => {
                let file = asked.rsplit(' ').next().unwrap_or_default();
                ("application/octet-stream", fs::read(file).unwrap_or_default())
            }
            "clock" => ("text/plain", self.clock().to_string().into_bytes()),
            _ => ("text/plain", Vec::new()),
        };
        let mut head = String::from("HTTP/1.1 200 OK\r\nConnection: close\r\nCache-Control: no-store\r\n");
        let _ = write!(head, "Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n", body.len());
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
        path.strip_prefix("answer?").map(str::to_owned)
    }

    /// The processor time of the page's thread in seconds; time on the wall where the system does not tell it. While the page
    /// asks, its thread rests, so that what is told is up to date.
    fn clock(&self) -> f64 {
        let processor = || -> Option<f64> {
            let mut all = None;
            for process in fs::read_dir("/proc").ok()?.flatten() {
                let Ok(line) = fs::read_to_string(process.path().join("cmdline")) else { continue };
                // A spare one has nothing to do.
                if line.contains("--type=renderer") && line.contains(&*self.profile.to_string_lossy()) {
                    let process = process.path();
                    let thread = process.join("task").join(process.file_name()?).join("schedstat");
                    let time: f64 = fs::read_to_string(thread).ok()?.split(' ').next()?.parse().ok()?;
                    *all.get_or_insert(0.0) += time / 1e9;
                }
            }
            all
        };
        processor().unwrap_or_else(|| self.begun.elapsed().as_secs_f64())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Its other processes take a moment to see that it is gone.
        for _ in 0..20 {
            if fs::remove_dir_all(&self.profile).is_ok() {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
