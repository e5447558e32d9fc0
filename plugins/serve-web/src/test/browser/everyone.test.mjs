// The pages are for everybody: axe finds nothing, nothing moves for whom it should not, and nothing is too wide. Run by BrowserTest.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Stage } from "./stage.mjs";
import { ask, begin, chooseInMenu, ended, noFindings, nothingTooWide } from "./visit.mjs";

let stage;
let state;
let talk;
let data;

before(async () => {
  stage = await Stage.set();
  await stage.serve("--port", "0");
  const context = await stage.browse();
  const page = await context.newPage();
  await page.goto(stage.url);
  await page.locator("#rows").waitFor({ state: "attached" });
  await begin(page, stage.origin, '/think The tide is **low**.\n/say A [link](https://example.org), `code`, and:\n/call list_folder {}\n/call read_file {"path":"none"}');
  await ended(page);
  await ask(page, "Tell me of a-very-long-word-that-nobody-would-break-if-it-were-not-for-a-narrow-screen.");
  await page.locator(".asked").nth(1).waitFor();
  await ended(page);
  talk = page.url();
  const schema = path.join(stage.workspace, "schema.json");
  await writeFile(schema, '{"type":"object"}');
  await stage.jp("query", "--new", "--schema", schema, '/data {"harbour":{"lamps":["red","green"]},"open":true,"depth":4.5}');
  await page.goto(`${stage.origin}/`);
  data = await page.locator("#rows a").first().evaluate((link) => link.href);
  state = await context.storageState();
  await context.close();
});

after(() => stage?.end());

/** A page of somebody who was let in. */
async function visitor(options, act) {
  const context = await stage.browse({ storageState: state, ...options });
  try {
    await act(await context.newPage());
  } finally {
    await context.close();
  }
}

// What the other tests do not look at: those are wide and light, or narrow and dark.
const looks = [
  ["wide and dark", { colorScheme: "dark" }],
  ["narrow and light", { colorScheme: "light", viewport: { width: 320, height: 640 } }],
];

for (const [name, options] of looks) {
  const check = async (page, where) => {
    await noFindings(page);
    await nothingTooWide(page, where);
  };

  test(`${name}: nothing is found with everything open`, () =>
    visitor(options, async (page) => {
      for (const address of [`${stage.origin}/search?q=tide`, data, talk]) {
        await page.goto(address);
        await check(page, address);
      }
      for (const folded of await page.locator("#log details > summary").all()) await folded.click();
      assert.ok((await page.locator("#log details[open]").count()) >= 5);
      await page.click(".menu > summary");
      await page.locator(".menu > div").waitFor();
      await check(page, "all open, and the menu");
      await page.keyboard.press("Escape");
      await chooseInMenu(page, "another browser");
      await page.locator(".toast input").waitFor();
      await check(page, "with a toast");
    }));

  test(`${name}: nothing is found where somebody decides`, () =>
    visitor(options, async (page) => {
      await begin(page, stage.origin, '/call write_file {"path":"lamps/of-the-harbour/red-and-green.md","content":"red\\n"}\n/ask Which one? | red | green');
      await page.locator("form.reply").waitFor();
      await page.locator("form.decide").waitFor();
      await page.click('[data-action="edit"]');
      await page.fill('[name="arguments"]', "{");
      await page.locator(".check:not(:empty)").waitFor();
      await check(page, "while deciding");
      await page.click("#stop");
      await page.locator("body:not(.running)").waitFor();
    }));

  test(`${name}: nothing is found at the door`, async () => {
    const context = await stage.browse(options);
    const page = await context.newPage();
    // As for somebody without JavaScript: the button waits to be pressed.
    await page.route("**/enter.js", (route) => route.abort());
    await page.goto(stage.url);
    await page.getByRole("button", { name: "Open jp" }).waitFor();
    await check(page, "the launch page");
    for (const [address, words] of [
      [`${stage.origin}/`, /has not been let in/],
      [`${stage.origin.replace(/\/\/[^:]*/, "//127.0.0.1")}/`, /does not answer to that name/],
    ]) {
      assert.equal((await page.goto(address)).status(), 403);
      assert.match(await page.getByRole("alert").textContent(), words);
    }
    await check(page, "a refusal");
    await context.close();
  });
}

test("who wants nothing to move has nothing moving", async () => {
  const moving = (reducedMotion) => {
    let seen;
    return visitor({ reducedMotion }, async (page) => {
      await begin(page, stage.origin, "/forever");
      await page.locator('.said[aria-busy="true"]').waitFor();
      await page.waitForFunction(() => document.querySelector("#activity").textContent || document.querySelector(".said").textContent.length > 50);
      seen = await page.evaluate(() => document.getAnimations().length);
      await page.click("#stop");
      await ended(page);
    }).then(() => seen);
  };
  assert.ok((await moving("no-preference")) > 0);
  assert.equal(await moving("reduce"), 0);
});

test("at twice the size nothing is looked for at the side", () =>
  // As a browser does it on a screen of 1280 × 800: half as many points, each twice as large.
  visitor({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }, async (page) => {
    for (const address of [`${stage.origin}/`, `${stage.origin}/new`, data, talk]) {
      await page.goto(address);
      await nothingTooWide(page, address);
    }
    await begin(page, stage.origin, '/call write_file {"path":"large.md","content":"x"}');
    await page.locator("form.decide").waitFor();
    await nothingTooWide(page, "while deciding");
    await page.locator('[data-action="approve"]').scrollIntoViewIfNeeded();
    assert.equal(await page.isVisible("#ask"), true);
    await page.click('[data-action="reject"]');
    await ended(page);
  }));
