// The pages in a real browser, on a real jp, with the demo model. Run by BrowserTest.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Stage } from "./stage.mjs";
import * as visit from "./visit.mjs";

let stage;
let context;
let page;

before(async () => {
  stage = await Stage.set();
  const kept = JSON.parse(await stage.jp("conversation", "new", "--format", "json", "--title", "Kept away")).id;
  await stage.jp("conversation", "archive", kept);
  await stage.jp("query", "--new", "/say The lamp is **on**.");
  await stage.serve("--port", "0");
  context = await stage.browse();
  page = await context.newPage();
  page.mistakes = [];
  page.on("pageerror", (error) => page.mistakes.push(error.message));
  page.on("console", (line) => /Content Security Policy/.test(line.text()) && page.mistakes.push(line.text()));
});

after(() => stage?.end());

const file = (name) => path.join(stage.workspace, name);
const count = (selector, on = page) => on.locator(selector).count();

const ask = (words, on = page) => visit.ask(on, words);
const begin = (words) => visit.begin(page, stage.origin, words);
const ended = (on = page) => visit.ended(on);
const noFindings = (on = page) => visit.noFindings(on);
const menu = (words) => visit.chooseInMenu(page, words);

test("a launch link lets the browser in, once, and leaves a clean address", async () => {
  await page.goto(stage.url);
  await page.locator("#rows li").first().waitFor();
  assert.equal(page.url(), `${stage.origin}/`);
  assert.equal(await count("#rows li"), 2);
  assert.match(await page.textContent("#rows li.archived"), /Kept away.*archived/);
  const other = await (await stage.browse()).newPage();
  await other.goto(stage.url);
  await other.getByRole("alert").waitFor();
  assert.match(await other.textContent("main"), /let a browser in already/);
  await other.context().close();
  await noFindings();
});

test("a conversation is read as it was said", async () => {
  await page.locator("#rows a").first().click();
  await page.locator(".said strong").waitFor();
  assert.equal(await page.textContent(".said strong"), "on");
  await noFindings();
});

test("an answer streams in, is stored once, and is there after a reload", async () => {
  await begin("/lines 40");
  await ended();
  const said = (await page.textContent(".said .body")).trim();
  assert.equal(await count(".asked"), 1);
  assert.equal(await count(".said"), 1);
  assert.equal(await page.inputValue("#ask"), "");
  await page.reload();
  assert.equal((await page.textContent(".said .body")).trim(), said);
  assert.equal(await count(".asked"), 1);
});

test("a file is written only after a yes that has seen it", async () => {
  await begin('/call write_file {"path":"plan.md","content":"paint\\n"}');
  await page.locator("form.decide").waitFor();
  assert.match(await page.textContent(".proposal"), /\+paint/);
  assert.equal(existsSync(file("plan.md")), false);
  await noFindings();
  await page.click('[data-action="approve"]');
  await ended();
  assert.equal(await readFile(file("plan.md"), "utf8"), "paint\n");
  assert.equal(await count(".call.done"), 1);
});

test("a yes for the conversation holds in it, and nowhere else", async () => {
  await begin('/call write_file {"path":"always-1.md","content":"1"}');
  await page.locator("form.decide").waitFor();
  await page.click('[data-action="always"]');
  await ended();
  await ask('/call write_file {"path":"always-2.md","content":"2"}');
  await page.locator(".call.done").nth(1).waitFor();
  await ended();
  assert.equal(await readFile(file("always-2.md"), "utf8"), "2");
  await begin('/call write_file {"path":"always-3.md","content":"3"}');
  await page.locator("form.decide").waitFor();
  await page.click('[data-action="reject"]');
  await ended();
  assert.equal(existsSync(file("always-3.md")), false);
});

test("a no is a no, with a word for the model", async () => {
  await begin('/call write_file {"path":"no.md","content":"x"}');
  await page.locator("form.decide").waitFor();
  await page.fill('[name="reason"]', "not this file");
  await page.press('[name="reason"]', "Enter");
  await ended();
  assert.equal(existsSync(file("no.md")), false);
  assert.match(await page.textContent("#log"), /not this file/);
  assert.equal(await count(".call.rejected"), 1);
  await page.reload();
  assert.equal(await count(".call.rejected"), 1);
  // How long somebody thought about it is nothing that a tool took.
  assert.equal(await page.textContent(".call.rejected .result small"), "");
});

test("of many files that are wanted at once all but one are written, and the page goes on", async () => {
  // More than the connections that a browser has to one server: none may be kept waiting.
  const names = Array.from({ length: 8 }, (_, n) => `many-${n}.md`);
  await begin(names.map((name) => `/call write_file {"path":"${name}","content":"${name}"}`).join("\n"));
  await page.locator("form.decide").nth(7).waitFor();
  assert.deepEqual(await page.locator(".call .subject").allTextContents(), names);
  await page.locator("#activity", { hasText: "8 decisions" }).waitFor();
  for (const name of names.slice(1)) {
    await page.locator('[data-action="approve"]').first().click();
    // The next one has its turn, and no key that is pressed twice says yes to it.
    await page.waitForFunction((name) => document.activeElement.matches(".call.asks") && document.activeElement.textContent.includes(name), name);
    await page.keyboard.press("Enter");
  }
  assert.equal(await count("form.decide"), 1);
  await page.click('[data-action="reject"]');
  await ended();
  assert.deepEqual(names.map((name) => existsSync(file(name))), [...Array(7).fill(true), false]);
  await ask("/say Thanks.");
  await page.locator(".said", { hasText: "Thanks" }).waitFor();
  await ended();
});

test("arguments can be changed, and are checked while they are typed", async () => {
  await begin('/call write_file {"path":"draft.md","content":"x"}');
  await page.locator("form.decide").waitFor();
  await page.click('[data-action="edit"]');
  await page.fill('[name="arguments"]', '{"path":');
  assert.equal(await page.isDisabled('[data-action="modify"]'), true);
  // The other yes would be to what was asked first.
  assert.equal(await page.isDisabled('[data-action="approve"]'), true);
  assert.equal(await page.isDisabled('[data-action="always"]'), true);
  await page.click('[data-action="edit"]');
  assert.equal(await page.isDisabled('[data-action="approve"]'), false);
  await page.click('[data-action="edit"]');
  for (const [typed, words] of [
    ['{"path": 1, "content": ""}', "path has to be a text."],
    ['{"path": "final.md"}', "content is missing."],
    ['{"path": "final.md", "content": "y", "mode": "x"}', "mode is not known."],
    ['["final.md"]', "Arguments are an object: { … }"],
  ]) {
    await page.fill('[name="arguments"]', typed);
    await page.locator(".check", { hasText: words }).waitFor();
    assert.equal(await page.isDisabled('[data-action="modify"]'), true, words);
  }
  // jp itself looks again.
  const refused = await page.evaluate(() =>
    fetch(`/c/${document.body.dataset.conversation}/decide`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ id: document.querySelector("form.decide").dataset.id, action: "modify", arguments: { path: 1 } }),
    }).then((answer) => answer.status),
  );
  assert.ok(refused >= 400 && refused < 500, String(refused));
  await page.fill('[name="arguments"]', '{"path":"final.md","content":"y"}');
  await page.click('[data-action="modify"]');
  await ended();
  assert.equal(existsSync(file("draft.md")), false);
  assert.equal(await readFile(file("final.md"), "utf8"), "y");
});

test("what was asked is still asked after a reload, and in a second tab, and the first answer counts", async () => {
  await begin('/call write_file {"path":"tabs.md","content":"z"}');
  await page.locator("form.decide").waitFor();
  await page.reload();
  await page.locator("form.decide").waitFor();
  const second = await context.newPage();
  await second.goto(page.url());
  await second.locator("form.decide").waitFor();
  assert.equal(await count(".call", second), 1);
  await second.click('[data-action="approve"]');
  await ended();
  assert.equal(await count("form.decide"), 0);
  assert.equal(await count(".call.done"), 1);
  await second.close();
});

test("an answer goes on through a reload, and Stop ends it", async () => {
  await begin("/forever");
  await page.locator(".said").waitFor();
  await page.reload();
  await page.locator('.said[aria-busy="true"]').waitFor();
  await page.click("#stop");
  await page.locator(".ended").last().waitFor();
  await ended();
  assert.match(await page.locator(".ended").last().textContent(), /Stopped/);
  assert.equal(await count(".said"), 1);
  assert.equal(await count('[aria-busy="true"]'), 0);
});

test("a turn in a terminal appears here, and its conversation in the list", async () => {
  await page.goto(`${stage.origin}/`);
  const rows = await count("#rows li");
  await stage.jp("query", "--new", "/say Hello from a terminal.");
  await page.waitForFunction((before) => document.querySelectorAll("#rows li").length === before + 1, rows);
  await page.locator("#rows a").first().click();
  await page.locator(".said").waitFor();
  await stage.jp("query", "/say And again.");
  await page.locator(".said").nth(1).waitFor();
  assert.match(await page.locator(".said").nth(1).textContent(), /And again/);
});

test("a file that is dropped goes along; one that is no text stays out, with a sentence", async () => {
  await page.goto(`${stage.origin}/new`);
  for (const [name, bytes] of [["notes.txt", [104, 105]], ["photo.png", [137, 80, 0, 255]]]) {
    const data = await page.evaluateHandle(
      ([name, bytes]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(bytes)], name));
        return transfer;
      },
      [name, bytes],
    );
    await page.dispatchEvent("body", "drop", { dataTransfer: data });
  }
  await page.locator("#trouble:not(:empty)").waitFor();
  assert.match(await page.textContent("#trouble"), /photo\.png is no text/);
  assert.equal(await count("#files li"), 1);
  await ask("/say Thanks.");
  await page.waitForURL(/\/c\/\d+$/);
  await page.locator(".asked .file").waitFor();
  assert.match(await page.textContent(".asked .file"), /notes\.txt/);
});

test("what attacks the page is shown by it", async () => {
  await begin('/say <img src=x onerror="document.title=1"> [a](javascript:document.title=2) <script>document.title=3</script> x\u202Ey');
  await ended();
  assert.equal(await count("#log img, #log script, #log a"), 0);
  assert.match(await page.textContent(".said"), /<img src=x .*<script>.*<U\+202E>/);
  assert.doesNotMatch(await page.title(), /^\d$/);
});

test("titles, names of tools and files, diffs and results that attack are shown, too", async () => {
  const attack = `<img/src=x/onerror=document.title='struck'><script>document.title='struck'</script>\u202Ex\u001B[2Jy`;
  await page.goto(`${stage.origin}/new`);
  const data = await page.evaluateHandle((attack) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([attack], attack.replaceAll("/", "-")));
    return transfer;
  }, attack);
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await page.locator("#files li").waitFor();
  const json = JSON.stringify({ path: attack.replaceAll("/", "-"), content: `${attack}\n` });
  await ask(`/call ${attack.replaceAll(/[\s\u001B]/g, "")} {}\n/call write_file ${json}\n/say ${attack}`);
  await page.waitForURL(/\/c\/\d+$/);
  await page.locator("form.decide").waitFor();
  assert.match(await page.textContent(".proposal"), /\+<img\/src=x.*<U\+202E>x<U\+001B>/);
  await menu("Rename");
  await page.fill(".top input", attack.replaceAll("\u001B", ""));
  await page.press(".top input", "Enter");
  await page.locator("#rows a[aria-current] .title", { hasText: "<img" }).waitFor();
  await page.click('[data-action="reject"]');
  await ended();
  await page.reload();
  const text = await page.textContent("body");
  for (const place of ["#title", "#rows a[aria-current] .title", ".call h2", ".file summary", ".file pre", ".asked .body"]) {
    assert.match(await page.locator(place).first().textContent(), /<img/, place);
  }
  assert.doesNotMatch(text, /[\u202E\u001B]/);
  assert.equal(await count("main img, main svg, main iframe, main script, nav img, nav script"), 0);
  assert.doesNotMatch(await page.title(), /^struck$/);
});

test("a question of a tool is a form, and its answer is there", async () => {
  await begin("/ask Which one? | red | green");
  await page.locator("form.reply").waitFor();
  await noFindings();
  await page.locator("form.reply button", { hasText: "green" }).click();
  await ended();
  await page.locator(".inquiry p.answer").waitFor();
  assert.equal((await page.textContent(".inquiry .answer")).trim(), "green");
  assert.equal(await count("form.reply"), 0);
});

test("a conversation is renamed, pinned, found, forked and saved", async () => {
  await begin("/say The word is xylophone.");
  await ended();
  await menu("Rename");
  await page.fill(".top input", "Instruments");
  await page.press(".top input", "Enter");
  await page.locator("#rows .title", { hasText: "Instruments" }).waitFor();
  await menu("Pin");
  await page.locator("#rows li.pinned", { hasText: "Instruments" }).waitFor();
  await page.fill('[name="q"]', "XYLOPHONE");
  await page.waitForFunction(() => document.querySelectorAll("#rows li").length === 1);
  await page.fill('[name="q"]', "");
  const saved = {};
  for (const [words, ending] of [["Markdown", "md"], ["JSON", "json"], ["a page", "html"]]) {
    await page.click(".menu > summary");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(".menu a", { hasText: words }).click(),
    ]);
    saved[ending] = await readFile(await download.path(), "utf8");
    assert.match(download.suggestedFilename(), new RegExp(`^Instruments-\\d+\\.${ending}$`));
    await page.keyboard.press("Escape");
  }
  assert.match(saved.md, /The word is xylophone/);
  assert.equal(JSON.parse(saved.json).at(-1).message.trim(), "The word is xylophone.");
  assert.match(saved.html, /The word is xylophone/);
  const before = page.url();
  await menu("Fork");
  await page.waitForURL((url) => url.href !== before && /\/c\/\d+$/.test(url.pathname));
  assert.equal(await count(".said"), 1);
});

test("the model and the tools can be chosen", async () => {
  await page.goto(`${stage.origin}/new`);
  await page.focus("#model");
  await page.locator('#model option[value="demo/demo"]').waitFor({ state: "attached" });
  await page.selectOption("#model", "demo/demo");
  await page.click("#tools > summary");
  await page.locator("#tools label", { hasText: "write_file" }).locator("input").uncheck();
  await noFindings();
  await page.keyboard.press("Escape");
  await ask('/call write_file {"path":"not.md","content":"x"}');
  await page.waitForURL(/\/c\/\d+$/);
  await ended();
  assert.match(await page.textContent(".call .outcome"), /no tool write_file/);
  assert.equal(existsSync(file("not.md")), false);
});

test("another browser is let in by a link from the menu, once", async () => {
  await menu("another browser");
  const link = await page.locator(".toast input").inputValue();
  await page.locator(".toast button", { hasText: "Done" }).click();
  const other = await (await stage.browse()).newPage();
  await other.goto(link);
  await other.locator("#rows li").first().waitFor();
  assert.equal(other.url(), `${stage.origin}/`);
  await other.context().close();
});

test("what is deleted can be had back for ten seconds", async () => {
  // With a clock of its own: on a busy machine the ten seconds are over before a test has pressed anything.
  const other = await stage.browse({ storageState: await context.storageState() });
  const leaver = await other.newPage();
  await visit.begin(leaver, stage.origin, "/say Keep me.");
  await ended(leaver);
  await leaver.clock.install();
  await leaver.clock.pauseAt(Date.now() + 1000);
  await visit.chooseInMenu(leaver, "Delete");
  const row = leaver.locator("#rows a[aria-current]");
  await row.waitFor({ state: "hidden" });
  await leaver.evaluate(() =>
    fetch(`/c/${document.body.dataset.conversation}/update`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ pinned: true }),
    }),
  );
  // The server tells of the change, and that does not bring it back into sight.
  await leaver.locator("#rows li.pinned a[aria-current]").waitFor({ state: "attached" });
  assert.equal(await row.isVisible(), false);
  await leaver.locator(".toast button", { hasText: "Undo" }).click();
  await row.waitFor();
  await leaver.clock.runFor(11_000);
  assert.equal(await leaver.evaluate(() => fetch(location.href).then((answer) => answer.status)), 200);
  await other.close();
});

test("what is deleted as its page is left is deleted", async () => {
  await begin("/say Let me go.");
  await ended();
  const gone = page.url();
  await menu("Delete");
  await page.locator(".toast button", { hasText: "Undo" }).waitFor();
  await page.goto(`${stage.origin}/`);
  await page.locator(`#rows a[href="${new URL(gone).pathname}"]`).waitFor({ state: "detached" });
  assert.equal((await page.goto(gone)).status(), 404);
});

test("everything can be done by the keyboard", async () => {
  await page.goto(`${stage.origin}/new`);
  await page.focus("#ask");
  await page.keyboard.type('/call write_file {"path":"keys.md","content":"k"}');
  await page.keyboard.press("Enter");
  await page.locator("form.decide").waitFor();
  for (let i = 0; i < 60 && !(await page.evaluate(() => document.activeElement.dataset.action === "approve")); i++) {
    await page.keyboard.press("Shift+Tab");
  }
  await page.keyboard.press("Enter");
  await ended();
  assert.equal(existsSync(file("keys.md")), true);
  // From the top of a page to a conversation, its menu and back, and Escape where it stops an answer.
  await page.goto(`${stage.origin}/`);
  const tabTo = async (selector) => {
    for (let i = 0; i < 60 && !(await page.evaluate((selector) => document.activeElement.matches(selector), selector)); i++) {
      await page.keyboard.press("Tab");
    }
    assert.equal(await page.evaluate((selector) => document.activeElement.matches(selector), selector), true, selector);
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.notEqual(outline, "none", `${selector} shows that it has the focus`);
  };
  // Of one that is pinned the same key takes the pin away.
  await tabTo("#rows li:not(.pinned) a");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/c\/\d+$/);
  await tabTo(".menu > summary");
  await page.keyboard.press("Enter");
  await tabTo('[data-do="pin"]');
  await page.keyboard.press("Enter");
  await page.locator("#rows li.pinned a[aria-current]").waitFor();
  await tabTo("#ask");
  await page.keyboard.type("/forever");
  await page.keyboard.press("Enter");
  await page.locator('.said[aria-busy="true"]').waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".ended", { hasText: "Stopped" }).waitFor();
  await ended();
});

test("a decision is looked at from its beginning, on a phone as well", async () => {
  const small = await stage.browse({ viewport: { width: 320, height: 500 }, storageState: await context.storageState() });
  const phone = await small.newPage();
  const content = Array.from({ length: 40 }, (_, n) => `line ${n}\\n`).join("");
  await visit.begin(phone, stage.origin, `/lines 30\n/call write_file {"path":"long.md","content":"${content}"}`);
  await phone.locator("#activity", { hasText: "Waiting for you" }).waitFor();
  const shown = () =>
    phone.evaluate(() => {
      const part = document.getElementById("scroll").getBoundingClientRect();
      const [card, yes] = [".call.asks", '[data-action="approve"]'].map((each) => document.querySelector(each).getBoundingClientRect());
      return { begins: card.top - part.top, yes: yes.top - part.bottom, below: document.documentElement.scrollHeight - innerHeight };
    });
  const { begins, yes, below } = await shown();
  assert.equal(below, 0, "the page itself has nothing to scroll");
  assert.ok(begins > -1 && begins < 50, `it begins at ${begins}`);
  assert.ok(yes > 0, "what it is about is longer than the screen");
  // Who reads on is not moved, and who has decided goes on with the answer.
  await phone.locator('[data-action="reject"]').click();
  await ended(phone);
  await phone.waitForFunction(() => {
    const scroll = document.getElementById("scroll");
    return scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 80;
  });
  await small.close();
});

test("a phone, in the dark: nothing is wider than the screen", async () => {
  const small = await stage.browse({
    viewport: { width: 320, height: 640 },
    colorScheme: "dark",
    reducedMotion: "reduce",
    storageState: await context.storageState(),
  });
  const phone = await small.newPage();
  await begin('/call write_file {"path":"a-very-long-name/of-a-file/that-goes-on.md","content":"text"}');
  await page.locator("form.decide").waitFor();
  for (const address of [`${stage.origin}/`, `${stage.origin}/new`, page.url()]) {
    await phone.goto(address);
    if (address === page.url()) await phone.locator("form.decide").waitFor();
    assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 320, address);
    await noFindings(phone);
  }
  await phone.click('[data-action="reject"]');
  await ended();
  await small.close();
});

test("a server that is killed and comes back finds its pages again, and the message is still in the box", async () => {
  await begin("/say Before.");
  await ended();
  const port = new URL(stage.url).port;
  stage.server.kill("SIGKILL");
  await stage.server.exited;
  await ask("/say After.");
  await page.locator("#trouble:not(:empty)").waitFor();
  assert.match(await page.textContent("#trouble"), /does not answer.*still here/);
  assert.equal(await page.inputValue("#ask"), "/say After.");
  await stage.jp("conversation", "new", "--title", "Meanwhile");
  await stage.serve("--port", port);
  await page.locator("#rows .title", { hasText: "Meanwhile" }).waitFor();
  await page.waitForFunction(() => !document.body.classList.contains("away"));
  await page.press("#ask", "Enter");
  await page.locator(".said").nth(1).waitFor();
  await ended();
  assert.equal(await count(".asked"), 2);
  assert.match(await page.locator(".said").nth(1).textContent(), /After/);
});

test("a server that is killed in the midst of an answer leaves nothing half, and the conversation goes on", async () => {
  await begin("/forever");
  await page.locator('.said[aria-busy="true"]').waitFor();
  const port = new URL(stage.url).port;
  stage.server.kill("SIGKILL");
  await stage.server.exited;
  await page.waitForFunction(() => document.body.classList.contains("away"));
  await stage.serve("--port", port);
  await page.waitForFunction(() => !document.body.classList.contains("away"));
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await ask("/say Here again.");
  await page.locator(".said", { hasText: "Here again" }).waitFor();
  await ended();
  assert.equal(await count(".asked"), 2);
  await page.reload();
  assert.equal(await count(".asked"), 2);
  assert.equal(await page.locator(".said", { hasText: "Here again" }).count(), 1);
});

test("--open gives the browser a file that leads to the link, and no secret among its words", async () => {
  const opener = path.join(stage.root, "opener");
  const words = path.join(stage.root, "words");
  await writeFile(opener, `#!/bin/sh\nenv >"${words}.env"\necho "$@" >"${words}.new" && mv "${words}.new" "${words}"\n`);
  await chmod(opener, 0o755);
  stage.env.BROWSER = opener;
  const other = stage.begin("serve", "web", "--port", "0", "--open");
  for (let i = 0; i < 200 && !existsSync(words); i++) await new Promise((again) => setTimeout(again, 50));
  const opened = (await readFile(words, "utf8")).trim();
  assert.doesNotMatch(opened, /token/);
  assert.match(await readFile(opened, "utf8"), /url=http:\/\/[0-9a-f]{16}\.localhost:\d+\/enter\?token=[0-9a-f]{64}"/);
  assert.equal((await stat(opened)).mode & 0o777, 0o600);
  assert.doesNotMatch(await readFile(`${words}.env`, "utf8"), /^JP_RUN=/m);
  other.kill("SIGINT");
  assert.equal(await other.exited, 0);
});

test("--open where there is no browser says the link and how to get to it", async () => {
  stage.env.BROWSER = path.join(stage.root, "no-such-browser");
  const other = stage.begin("serve", "web", "--port", "0", "--open");
  let printed = "";
  other.stdout.on("data", (bytes) => (printed += bytes));
  for (let i = 0; i < 400 && !/ssh -L \d+:127/.test(other.said); i++) await new Promise((again) => setTimeout(again, 50));
  assert.match(other.said, /No browser was opened \(.*no-such-browser is not there\)/);
  const links = printed.match(/http:\S+token=\S+/g);
  assert.equal(links.length, 2);
  assert.equal(links[0], links[1]);
  assert.match(other.said, new RegExp(`ssh -L ${new URL(links[0]).port}:`));
  other.kill("SIGINT");
  assert.equal(await other.exited, 0);
});

test("nothing went wrong in the page meanwhile", () => assert.deepEqual(page.mistakes, []));
