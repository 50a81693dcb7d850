// What a style sheet cannot do for the keyboard. A box that scrolls can be reached and has a name; one that does not
// scroll is no stop. The two switches of a small screen, which are labels, act as the buttons that they look like.
(() => {
  const names = [["pre.peg", "Grammar"], ["pre.explained", "Text of an example"],
    ["pre.result", "Result of an example"], ["pre", "Code"], [".diagrams", "Railroad diagrams"],
    [".table-wrapper", "Table"], [".decisions ul", "Decisions"]];

  const scrolls = (box) => box.clientWidth > 0 && box.scrollWidth > box.clientWidth;
  const attributes = (box, name, count) =>
    box.tagName === "UL" ? { tabindex: 0 }
      : { tabindex: 0, role: "region", "aria-label": `${name}, scrolls (${count})` };

  const mark = () => {
    const seen = new Set();
    let count = 0;
    for (const [selector, name] of names)
      for (const box of document.querySelectorAll("article " + selector)) {
        if (seen.has(box)) continue;
        seen.add(box);
        for (const [key, value] of Object.entries(attributes(box, name, ++count)))
          if (scrolls(box)) box.setAttribute(key, value);
          else box.removeAttribute(key);
      }
  };

  const labelled = () => {
    for (const label of document.querySelectorAll("label.nav-overlay-icon, label.toc-overlay-icon")) {
      label.tabIndex = 0;
      label.setAttribute("role", "button");
      label.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        label.click();
      });
    }
  };

  // Something that is folded opens when a link leads into it.
  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  };

  window.addEventListener("resize", mark);  // comes at most once a frame
  window.addEventListener("hashchange", unfold);
  document.addEventListener("toggle", mark, true);  // what was folded may scroll
  labelled();
  unfold();
  mark();
})();
