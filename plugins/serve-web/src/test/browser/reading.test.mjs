// What is read on the pages, and how they follow: in a real browser, on a real jp, with the demo model. Run by BrowserTest.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { Stage } from "./stage.mjs";
import { ask, begin, ended, look, noFindings } from "./visit.mjs";

const CLOSED = 2;

/** Between a browser and the server, to be cut. */
class Wire {
  ends = new Set();

  async lay() {
    this.door = net.createServer((end) => {
      const far = net.connect(new URL(stage.url).port, "127.0.0.1");
      for (const [one, other] of [[end, far], [far, end]]) {
        this.ends.add(one);
        one.on("error", () => {});
        one.on("close", () => other.destroy());
        one.pipe(other);
      }
    });
    await new Promise((listening) => this.door.listen(0, "127.0.0.1", listening));
    this.host = `wire.localhost:${this.door.address().port}`;
  }

  cut() {
    for (const end of this.ends) end.destroy();
    this.ends.clear();
  }

  end() {
    this.cut();
    this.door?.close();
  }
}

const wire = new Wire();
let stage;
let context;
let page;

before(async () => {
  stage = await Stage.set();
  await wire.lay();
  await stage.serve("--port", "0", "--host", wire.host);
  context = await stage.browse({ permissions: ["notifications"] });
  // Which streams the page has opened, and of what somebody would have been notified.
  await context.addInitScript(() => {
    window.streams = [];
    window.notices = [];
    window.EventSource = class extends EventSource {
      constructor(address) {
        super(address);
        window.streams.push(this);
      }
    };
    const shown = class {
      static permission = "granted";
      constructor(title, { body }) {
        window.notices.push(`${title}: ${body}`);
      }
    };
    window.Notification = shown;
  });
  page = await context.newPage();
  await page.goto(stage.url);
  await page.locator("#rows").waitFor({ state: "attached" });
});

after(async () => {
  wire.end();
  await stage?.end();
});

const start = (words) => begin(page, stage.origin, words);

test("thoughts are folded, and open with a press", async () => {
  await start("/think The tide is low.\n/say Go now.");
  await ended(page);
  const thought = page.locator(".thought .body", { hasText: "The tide is low" });
  assert.equal(await thought.isVisible(), false);
  await page.click(".thought > summary");
  assert.equal(await thought.isVisible(), true);
  await noFindings(page);
});

test("an answer of data is a tree whose branches fold", async () => {
  const schema = path.join(stage.workspace, "schema.json");
  await writeFile(schema, '{"type":"object"}');
  await stage.jp("query", "--new", "--schema", schema, '/data {"harbour":{"lamps":["red","green"]},"open":true}');
  await page.goto(`${stage.origin}/`);
  await page.locator("#rows a").first().click();
  await page.locator(".tree").waitFor();
  assert.equal(await page.locator(".tree .string", { hasText: "green" }).isVisible(), true);
  assert.match(await page.textContent(".tree"), /harbour 1 field.*lamps 2 items/);
  assert.equal(await page.textContent(".tree .word"), "true");
  await page.locator(".tree summary", { hasText: "lamps" }).click();
  assert.equal(await page.locator(".tree .string", { hasText: "green" }).isVisible(), false);
  await noFindings(page);
});

test("code is coloured, and copied with a press", async () => {
  await context.grantPermissions(["notifications", "clipboard-read", "clipboard-write"], { origin: stage.origin });
  await start("What can you do?");
  await ended(page);
  const code = page.locator("pre > code.language-sh");
  assert.ok((await code.locator('[class^="hljs-"]').count()) > 0);
  await page.locator(".code", { has: code }).hover();
  await page.locator(".code", { has: code }).getByRole("button", { name: "Copy" }).click();
  await page.locator(".code button", { hasText: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await code.textContent());
});

test("the page follows an answer while its reader is at the end, and only then", async () => {
  await start("/slow 1\n/forever");
  const more = async () => {
    const words = (await page.textContent(".said")).length;
    await page.waitForFunction((words) => document.querySelector(".said").textContent.length > words + 400, words);
  };
  const place = () => page.evaluate(() => ({ top: scroll.scrollTop, left: scroll.scrollHeight - scroll.clientHeight - scroll.scrollTop }));
  await page.evaluate(() => (window.scroll = document.getElementById("scroll")));
  await page.waitForFunction(() => scroll.scrollTop > 300);
  assert.ok((await place()).left < 80);
  assert.equal(await page.isVisible("#latest"), false);
  await page.hover("#log");
  await page.mouse.wheel(0, -250);
  await page.locator("#latest:visible").waitFor();
  const { top } = await place();
  await more();
  assert.equal((await place()).top, top);
  await page.getByRole("button", { name: "New below" }).click();
  await page.locator("#latest").waitFor({ state: "hidden" });
  await more();
  assert.ok((await place()).left < 80);
  await page.click("#stop");
  await ended(page);
});

test("a page that nobody looks at gives its stream back, and has what came when somebody looks again", async () => {
  await start("/say Before.");
  await ended(page);
  await page.clock.install();
  await look(page, false);
  await page.clock.fastForward(60_000);
  assert.equal(await page.evaluate(() => streams.at(-1).readyState), CLOSED);
  await stage.jp("query", "--id", page.url().split("/").at(-1), "/say Meanwhile.");
  assert.equal(await page.locator(".said").count(), 1);
  await look(page, true);
  await page.locator(".said", { hasText: "Meanwhile" }).waitFor();
  assert.equal(await page.locator(".said").count(), 2);
  assert.equal(await page.locator(".asked").count(), 2);
  assert.equal(await page.evaluate(() => streams.filter((each) => each.readyState !== 2).length), 1);
});

test("a question that comes while nobody looks is in the title and is notified of, and the title is quiet again", async () => {
  await page.goto(`${stage.origin}/new`);
  await ask(page, '/slow 300\n/say Let me see what is there.\n/call write_file {"path":"title.md","content":"x"}');
  await page.waitForURL(/\/c\/\d+$/);
  await page.locator("body.running").waitFor();
  const title = await page.title();
  await look(page, false);
  await page.locator("form.decide").waitFor();
  await page.waitForFunction((title) => document.title === `● ${title}`, title);
  assert.deepEqual(await page.evaluate(() => notices), [`${title}: The assistant wants a decision.`]);
  await page.click('[data-action="reject"]');
  await ended(page);
  assert.equal(await page.title(), `● ${title}`);
  await look(page, true);
  assert.equal(await page.title(), title);
});

test("a stream that is lost in the midst of a message brings it whole, in the place of what was there", async () => {
  await page.goto(`${stage.origin}/`);
  const { url } = await page.evaluate(() =>
    fetch("/link", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }).then((answer) => answer.json()),
  );
  const far = await context.newPage();
  await far.goto(url.replace(new URL(url).host, wire.host));
  await far.locator("#rows li").first().waitFor();
  await begin(far, `http://${wire.host}`, "/slow 20\n/forever");
  const words = () => far.evaluate(() => document.querySelector(".said .body")?.textContent.match(/word \d+/g) ?? []);
  const until = (word) => far.waitForFunction((word) => document.querySelector(".said")?.textContent.includes(`word ${word}`), word);
  await until(40);
  const had = (await words()).length;
  wire.cut();
  await far.locator("body.away").waitFor();
  await far.locator("body:not(.away)").waitFor();
  await until(had + 30);
  const has = await words();
  assert.deepEqual(has, has.map((_, at) => `word ${at + 1}`));
  assert.equal(await far.locator(".said").count(), 1);
  assert.equal(await far.locator(".asked").count(), 1);
  await far.click("#stop");
  await ended(far);
  assert.equal(await far.locator(".said").count(), 1);
  await far.close();
});

test("a turn ends with its time and tokens, and its time is there after a reload, and in a terminal's turn", async () => {
  const ends = () => page.locator(".ended").allTextContents();
  await start("/slow 40\n/say One two.");
  await page.locator(".ended").waitFor();
  await ask(page, "/slow 40\n/say One two three.");
  await page.locator(".ended").nth(1).waitFor();
  assert.match((await ends())[1], /^[\d.]+ m?s · \d+ tokens in · 3 tokens out · demo/);
  await page.reload();
  assert.equal((await ends()).length, 2);
  assert.match((await ends())[1], /^[\d.]+ m?s$/);
  await page.locator("body:not(.away)").waitFor();
  await stage.jp("query", "--id", page.url().split("/").at(-1), "/slow 40\n/say Four five six.");
  await page.locator(".ended").nth(2).waitFor();
  assert.match((await ends())[2], /^[\d.]+ m?s$/);
});

test("an answer that was stopped says after a reload that it is not whole", async () => {
  await start("/forever");
  await page.locator(".said").waitFor();
  await page.click("#stop");
  await page.locator(".ended", { hasText: "Stopped" }).waitFor();
  await page.reload();
  assert.match(await page.textContent(".ended"), /^Not whole: it was stopped, or broke off · /);
});

test("without JavaScript the list, the search and a conversation can be read", async () => {
  await start("/think Slack water.\n/say The word is **marigold**.\n/call list_folder {}");
  await ended(page);
  const address = page.url();
  const plain = await stage.browse({ javaScriptEnabled: false, storageState: await context.storageState() });
  const reader = await plain.newPage();
  await reader.goto(`${stage.origin}/`);
  await reader.locator(`#rows a[href="${new URL(address).pathname}"]`).click();
  assert.equal(await reader.locator(".said strong", { hasText: "marigold" }).isVisible(), true);
  await reader.click(".thought > summary");
  assert.equal(await reader.locator(".thought .body", { hasText: "Slack water" }).isVisible(), true);
  await reader.fill('[name="q"]', "MARIGOLD");
  await reader.press('[name="q"]', "Enter");
  await reader.waitForURL(/\/search\?q=MARIGOLD$/);
  assert.equal(await reader.locator("#rows li").count(), 1);
  await reader.goto(address);
  // What would do nothing is not offered, and it is said why.
  assert.equal(await reader.locator("#ask").isVisible(), false);
  assert.equal(await reader.getByText("needs JavaScript").isVisible(), true);
  await reader.click(".menu > summary");
  assert.deepEqual(await reader.locator(".menu > div > :visible").allTextContents(), ["Save as Markdown", "Save as JSON", "Save as a page"]);
  await plain.close();
});
