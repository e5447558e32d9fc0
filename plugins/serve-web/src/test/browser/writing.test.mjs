// What is written on the pages and sent from them: in a real browser, on a real jp, with the demo model. Run by BrowserTest.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { Stage } from "./stage.mjs";
import { ask, begin, chooseInMenu, ended } from "./visit.mjs";

const MIB = 1 << 20;
let stage;
let page;

before(async () => {
  stage = await Stage.set();
  await stage.serve("--port", "0");
  page = await (await stage.browse()).newPage();
  await page.goto(stage.url);
  await page.locator("#rows").waitFor({ state: "attached" });
});

after(() => stage?.end());

const start = (words) => begin(page, stage.origin, words);

/** As from the clipboard; the bytes are made in the page. */
const paste = (name, size) =>
  page.evaluate(
    ([name, size]) => {
      const data = new DataTransfer();
      data.items.add(new File(["x".repeat(size)], name, { type: "text/plain" }));
      document.getElementById("ask").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    },
    [name, size],
  );

/** What a page of ours may send, and what the server makes of it. */
const post = (path, said) =>
  page.evaluate(
    async ([path, said]) => {
      const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(said) });
      return { status: answer.status, ...(await answer.json()) };
    },
    [path, said],
  );

test("the box grows with its lines, up to a part of the screen", async () => {
  await page.goto(`${stage.origin}/new`);
  const height = async () => (await page.locator("#ask").boundingBox()).height;
  const one = await height();
  await page.focus("#ask");
  await page.keyboard.type("one");
  for (const word of ["two", "three", "four"]) {
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type(word);
  }
  assert.equal(await page.inputValue("#ask"), "one\ntwo\nthree\nfour");
  const four = await height();
  assert.ok(four > one + 40, `${four} with four lines, ${one} with one`);
  await page.fill("#ask", "line\n".repeat(200));
  const most = await height();
  assert.ok(most > four && most <= 0.4 * 800 + 1, `${most} with 200 lines`);
  assert.equal(await page.isVisible("#send"), true);
  await page.fill("#ask", "");
  assert.equal(await height(), one);
});

test("a file that is pasted goes along, and can be left out again", async () => {
  await page.goto(`${stage.origin}/new`);
  await paste("tides.txt", 20);
  await paste("moons.txt", 20);
  await page.locator("#files li").nth(1).waitFor();
  await page.getByRole("button", { name: "Leave out moons.txt" }).click();
  await ask(page, "/say Thanks.");
  await page.waitForURL(/\/c\/\d+$/);
  await page.locator(".asked .file").waitFor();
  assert.deepEqual(await page.locator(".asked .file bdi").allTextContents(), ["tides.txt"]);
  await ended(page);
});

test("a file of more than 1 MiB stays out, on the page and at the server", async () => {
  await page.goto(`${stage.origin}/new`);
  await paste("most.txt", MIB);
  await page.locator("#files li", { hasText: "most.txt" }).waitFor();
  await paste("more.txt", MIB + 1);
  await page.locator("#trouble", { hasText: "more.txt is larger than 1 MiB" }).waitFor();
  assert.equal(await page.locator("#files li").count(), 1);
  const { conversation } = await post("/new", { content: "x" });
  const query = (content) => post(`/c/${conversation}/query`, { content: "/say Yes.", attachments: [{ type: "file_content", path: "a.txt", content }] });
  // Bytes count, as at the terminal, and not letters.
  for (const content of ["x".repeat(MIB + 1), "é".repeat(MIB / 2 + 1)]) {
    const refused = await query(content);
    assert.deepEqual(refused, { status: 413, error: "a.txt is larger than 1 MiB." });
  }
  assert.equal((await query("é".repeat(MIB / 2))).status, 200);
  await page.goto(`${stage.origin}/c/${conversation}`);
  await ended(page);
  assert.equal(await page.locator(".asked").count(), 1);
});

test("a conversation is put into the archive, and taken out of it again", async () => {
  await start("/say Old.");
  await ended(page);
  const row = (more) => page.locator(`#rows li${more}`, { has: page.locator("a[aria-current]") });
  await chooseInMenu(page, "Archive");
  await row(".archived").waitFor();
  await page.locator(".toast", { hasText: "Archived." }).waitFor();
  await page.reload();
  await row(".archived").waitFor();
  await chooseInMenu(page, "Take out of the archive");
  await row(":not(.archived)").waitFor();
});

test("what is deleted is gone when its ten seconds have run out, and not before", async () => {
  await start("/say Forget me.");
  await ended(page);
  const address = page.url();
  const row = page.locator(`#rows a[href="${new URL(address).pathname}"]`);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await chooseInMenu(page, "Delete");
  await row.waitFor({ state: "hidden" });
  await page.clock.runFor(9_900);
  assert.equal(await page.isVisible(".toast button"), true);
  assert.equal(await page.evaluate((address) => fetch(address).then((answer) => answer.status), address), 200);
  await page.clock.runFor(200);
  await page.waitForURL(`${stage.origin}/`);
  await row.waitFor({ state: "detached" });
  assert.equal((await page.goto(address)).status(), 404);
});
