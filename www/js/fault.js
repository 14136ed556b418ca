// For browsers from before modules, which skip the loader: old syntax only.
document.addEventListener("DOMContentLoaded", function () {
  var fault = document.getElementById("boot-fault");
  fault.removeAttribute("hidden");
  fault.querySelector("button").onclick = function () { location.reload(); };
});
