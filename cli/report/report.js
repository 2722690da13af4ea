/* Lights what shows a finding of a report, and brings it into sight. Without this, links to it do the same. */
"use strict";
const sheet = document.querySelector(".sheet");
const dark = document.querySelector("button.dark");

function show(link) {
  document.querySelectorAll(".witness.on").forEach((each) => each.classList.remove("on"));
  document.querySelectorAll(".finding.now").forEach((each) => each.classList.remove("now"));
  dark.hidden = link === null;
  if (link === null) return;
  link.closest(".finding").classList.add("now");
  const lit = document.getElementById(link.hash.slice(1));
  lit.classList.add("on");
  const [at, seen] = [lit.getBoundingClientRect(), sheet.getBoundingClientRect()];
  sheet.scrollBy(
    at.left + at.width / 2 - seen.left - seen.width / 2,
    at.top + at.height / 2 - seen.top - seen.height / 2,
  );
}

if (sheet) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.show");
    if (link) {
      event.preventDefault();
      show(link);
    } else if (event.target === dark) show(null);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") show(null);
    if (event.key === " " && event.target.matches("a.show")) {
      event.preventDefault();
      show(event.target);
    }
  });
}
