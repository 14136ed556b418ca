// The engine's worker: the same module as the page, whose hashed address the page gives as the worker's name.
// A dynamic import, so that its failure reaches the page as words instead of an empty error event.
try {
  const { default: init } = await import(self.name);
  await init({ module_or_path: self.name.replace(/\.js$/, "_bg.wasm") });
} catch (error) {
  self.postMessage({ damka_worker_error: String(error?.message ?? error) });
}
