// Opens every page of the built manual from the disk, as a reader without a server does.
//
// The one idea: each page is loaded once, in one of a few tabs, and asked everything there: errors, diagrams, its
// width on a phone, and what axe finds in the light and in the dark.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const site = process.env.TOOLCALL_SITE;
const address = (page) => pathToFileURL(join(site, page)).href;
const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const tabs = 3;
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

let profile, browser;
before(async () => {
  profile = mkdtempSync(join(tmpdir(), "manual-"));
  browser = await chromium.launchPersistentContext(profile, { executablePath: process.env.TOOLCALL_BROWSER,
    headless: true, args: flags, viewport: { width: 1280, height: 1000 }, timeout: 0 });
  // A slow machine is no fault of a page; CTest ends what hangs.
  browser.setDefaultTimeout(0);
});
after(async () => {
  await browser?.close();
  rmSync(profile, { recursive: true, force: true });
});

const pages = () => readdirSync(site, { recursive: true }).map(String).filter((name) => name.endsWith(".html")).sort();

async function open(tab, page, problems) {
  const say = (what) => problems.push(`${page}: ${what}`);
  const listeners = {
    console: (message) => message.type() === "error" && say(`console: ${message.text()}`),
    pageerror: (error) => say(`script: ${error.message}`),
    requestfailed: (request) => say(`request: ${relative(site, request.url())}`),
    request: (request) => /^(file|data):/.test(request.url()) || say(`asks the network: ${request.url()}`),
  };
  for (const [name, listener] of Object.entries(listeners)) tab.on(name, listener);
  await tab.goto(address(page), { waitUntil: "load" });
  return () => Object.entries(listeners).forEach(([name, listener]) => tab.off(name, listener));
}

// Each rule has its diagram; that there is a folder of diagrams at all, files.py knows.
const diagramProblems = () => {
  const seen = (element) => { const box = element.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
  const wrong = [...document.querySelectorAll(".diagrams, .diagrams svg, [id^=diagram-]")].filter((each) => !seen(each))
    .map((each) => `${each.id || each.outerHTML.slice(0, 80)} cannot be seen`);
  if (document.querySelector(".diagrams"))
    for (const rule of document.querySelectorAll(".peg [id^=rule-]"))
      if (!document.getElementById(rule.id.replace("rule-", "diagram-"))) wrong.push(`${rule.id} has no diagram`);
  return wrong;
};

// A page hears of its new width before it is drawn.
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

// What looks like something before it on the page, by its classes and those around and in it, says nothing new to axe:
// of the parts of texts, diagrams, lists and tables one of each kind stays.
const keepOneOfEach = () => {
  const kind = (element) => `${element.localName}.${element.getAttribute("class") ?? ""}`;
  const seen = new Set();
  for (const each of document.querySelectorAll("article :is(pre *, svg *, li, tr)")) {
    if (!each.isConnected) continue;
    let around = "";
    for (let at = each.parentElement; at && at.localName !== "article"; at = at.parentElement) around += ` < ${kind(at)}`;
    const within = [...new Set([...each.querySelectorAll("*")].map(kind))].sort().join(" ");
    const looks = `${kind(each)}${around}: ${within}`;
    if (seen.has(looks)) each.remove();
    seen.add(looks);
  }
};

// axe looks at nothing that is folded. So one of each kind is opened; the others would only take time.
const unfoldOne = () => {
  const seen = new Set();
  for (const folded of document.querySelectorAll("article details")) {
    if (seen.has(folded.className)) folded.remove();
    else folded.open = true;
    seen.add(folded.className);
  }
};

// In the dark only colours are others, so only the rules about colours are asked again.
async function axeProblems(tab, scheme) {
  await tab.emulateMedia({ colorScheme: scheme });
  // Without `preload`, which asks for the style sheets again: from a disk that is not allowed.
  const only = scheme === "dark" ? { runOnly: ["color-contrast", "link-in-text-block"] } : {};
  const found = await tab.evaluate((how) => window.axe.run(document, how),
    { resultTypes: ["violations"], preload: false, ...only });
  return found.violations.filter((each) => ["serious", "critical"].includes(each.impact)).map((each) =>
    `axe, ${scheme}: ${each.id} (${each.nodes.length}): ${each.nodes.slice(0, 2).map((node) =>
      `${node.target} ${node.failureSummary.split("\n").slice(1, 2)}`).join("; ")}`);
}

// Nothing scrolls sideways but the boxes that are made for it; furo's own containers would, too.
const tooWide = () => {
  const width = document.documentElement.clientWidth;
  const boxes = "pre, .diagrams, .table-wrapper, .decisions ul, "
    + ".sidebar-drawer, .sidebar-drawer *, .toc-drawer, .toc-drawer *";
  return [document.documentElement, ...document.querySelectorAll("body, body *")].filter((each) =>
    each.scrollWidth > Math.max(width, each.clientWidth) && !each.matches(boxes) && !each.closest("svg") &&
    (each === document.documentElement || /auto|scroll|hidden/.test(getComputedStyle(each).overflowX)))
    .map((each) => `${each.tagName}.${each.className} is ${each.scrollWidth} wide on a screen of ${width}`);
};

// A phone, a tablet, and windows on both sides of where columns come and go.
const widths = [400, 768, 1100, 1200, 1330, 1560, 1680, 1280];

async function tryPage(tab, page, problems, whole) {
  const say = (all) => problems.push(...all.map((what) => `${page}: ${what}`));
  const close = await open(tab, page, problems);
  say(await tab.evaluate(diagramProblems));
  if (whole) await tryLooks(tab, say);
  close();
}

async function tryLooks(tab, say) {
  await tab.evaluate(unfoldOne);
  for (const width of widths) {
    await tab.setViewportSize({ width, height: 1000 });
    say(await tab.evaluate(tooWide));
  }
  await tab.evaluate(drawn);
  await tab.evaluate(keepOneOfEach);
  await tab.evaluate(axe);
  for (const scheme of ["light", "dark"]) say(await axeProblems(tab, scheme));
}

// Without TOOLCALL_NIGHTLY the looks of each third page are tried; of those of dialects and of shapes, which are built
// alike, of each 24th.
const looksAreTried = (page, index) =>
  process.env.TOOLCALL_NIGHTLY || index % (/^spec.(dialects|shapes)/.test(page) ? 24 : 3) === 0;

test("every page: no error, diagrams to be seen, nothing for axe, no wider than the screen", async () => {
  const queue = pages().map((page, index) => ({ page, looks: looksAreTried(page, index) }));
  assert.ok(queue.length > 60, `only ${queue.length} pages`);
  const problems = [];
  const work = async () => {
    const tab = await browser.newPage();
    for (let next = queue.shift(); next; next = queue.shift()) await tryPage(tab, next.page, problems, next.looks);
    await tab.close();
  };
  await Promise.all(Array.from({ length: tabs }, work));
  const first = problems.slice(0, 40).join("\n");
  assert.equal(problems.length, 0, `${problems.length} problems, of which the first:\n${first}`);
});

test("the search finds a label, from the disk", async () => {
  const problems = [];
  const tab = await browser.newPage();
  const close = await open(tab, "index.html", problems);
  await tab.fill("input[name=q]", "missing_close");
  await tab.press("input[name=q]", "Enter");
  await tab.waitForSelector('#search-results a[href*="spec/recovery.html"]');
  const found = await tab.$$eval("#search-results li a", (all) => all.map((each) => each.getAttribute("href")));
  const clause = (link) => link.startsWith("spec/recovery.html") && link.endsWith("#missing_close");
  assert.ok(found.some(clause), found.join("\n"));
  assert.deepEqual(problems, []);
  close();
  await tab.close();
});

test("the reader's switch turns the page, its examples and its diagrams", async () => {
  const tab = await browser.newPage();
  await tab.emulateMedia({ colorScheme: "light" });
  await tab.goto(address("spec/dialects/hermes.html"));
  const colours = () => tab.evaluate(() => ["body", ".peg .head", ".explained .call", ".diagrams text"]
    .map((selector) => document.querySelector(selector))
    .map((each) => getComputedStyle(each)).map((style) => `${style.backgroundColor} ${style.color} ${style.fill}`));
  const light = await colours();
  await tab.emulateMedia({ colorScheme: "dark" });
  const system = await colours();
  await tab.emulateMedia({ colorScheme: "light" });
  await tab.evaluate(() => document.querySelector(".theme-toggle-content .theme-toggle").click());
  const dark = await colours();
  assert.equal(await tab.evaluate(() => document.body.dataset.theme), "dark");
  assert.deepEqual(dark, system);
  for (const [at, colour] of light.entries()) assert.notEqual(dark[at], colour);
  await tab.evaluate(() => localStorage.clear());
  await tab.close();
});

test("the keyboard: first a link past the navigation, and a box that scrolls can be reached", async () => {
  const tab = await browser.newPage();
  await tab.setViewportSize({ width: 400, height: 800 });
  await tab.goto(address("spec/dialects/hermes.html"));
  await tab.keyboard.press("Tab");
  assert.equal(await tab.evaluate(() => document.activeElement.className), "skip-link");
  await tab.keyboard.press("Enter");
  assert.equal(await tab.evaluate(() => document.activeElement.id), "content");
  const boxes = await tab.$$eval("article pre, .diagrams, .table-wrapper", (all) => all.filter((each) =>
    each.clientWidth > 0 && each.scrollWidth > each.clientWidth).map((each) => each.tabIndex));
  assert.ok(boxes.length > 0);
  assert.ok(boxes.every((index) => index === 0));
  await tab.close();
});
