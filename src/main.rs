//! The page and its worker: one module, two roles.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static MEMORY: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

#[cfg(target_arch = "wasm32")]
fn main() {
    damka::web::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!(
        "damka-web is the browser program. Run `cargo xtask play` to play, or `damka --help` for the native tool."
    );
    std::process::exit(2);
}
