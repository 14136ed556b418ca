//! `cargo xtask icons`: the drawings as pictures of fixed sizes, which phones ask for, and what is shown beside a shared link.
//! Run it after changing a drawing.
use std::fs;
use std::path::Path;
use std::process::Command;
use xtask::run::{Outcome, io_fault, output_of};
use xtask::{browsers, root};

/// Drawing, width and height in pixels, picture.
const ICONS: [(&str, [u32; 2], &str); 4] = [
    ("www/img/icon.svg", [192, 192], "www/img/icon-192.png"),
    ("www/img/icon.svg", [512, 512], "www/img/icon-512.png"),
    ("xtask/icons/maskable.svg", [512, 512], "www/img/icon-maskable-512.png"),
    ("xtask/icons/social.svg", [1200, 630], "www/img/social.png"),
];

/// Draws all of them, by the browser that the tests need anyway.
pub(crate) fn draw() -> Outcome {
    let chromium = browsers::ensure_chromium()?.browser;
    for (drawing, size, picture) in ICONS {
        one(&chromium, drawing, size, picture)?;
        println!("✓ {picture}");
    }
    Ok(())
}

fn one(chromium: &Path, drawing: &str, [width, height]: [u32; 2], picture: &str) -> Outcome {
    let svg = fs::read_to_string(root().join(drawing)).map_err(io_fault(drawing))?;
    let place = root().join("target").join("xtask");
    let page = place.join("icon.html");
    let html =
        format!("<!doctype html><style>*{{margin:0}}svg{{display:block;width:{width}px}}</style>{svg}");
    fs::create_dir_all(&place)
        .and_then(|()| fs::write(&page, html))
        .map_err(io_fault("The page of the icon"))?;
    let mut command = Command::new(chromium);
    command.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--default-background-color=00000000",
    ]);
    command.arg(format!("--user-data-dir={}", place.join("profile").display()));
    command.arg(format!("--window-size={width},{height}"));
    command.arg(format!("--screenshot={}", root().join(picture).display()));
    // The browser talks a lot on the way; only its failure matters.
    output_of(command.arg(page))
        .map(drop)
        .ok_or_else(|| format!("{} could not draw {picture}.", chromium.display()))
}
