// What somebody does on the pages again and again, and what is always to hold of them.
import assert from "node:assert/strict";
import { AxeBuilder } from "./stage.mjs";

/** Types into the box and sends it. */
export async function ask(page, words) {
  await page.fill("#ask", words);
  await page.press("#ask", "Enter");
}

/** A conversation of its own, with this as its first message. */
export async function begin(page, origin, words) {
  await page.goto(`${origin}/new`);
  await ask(page, words);
  await page.waitForURL(/\/c\/\d+$/);
}

/** The last answer is whole, and the box is for the next question. */
export async function ended(page) {
  await page.locator('.said:not([aria-busy="true"])').last().waitFor();
  await page.locator("body:not(.running) #send:visible").waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], form.decide, form.reply, .call.running'));
}

export async function chooseInMenu(page, words) {
  await page.click(".menu > summary");
  await page.locator(".menu button", { hasText: words }).click();
}

export async function noFindings(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target).join(" ")}`), []);
}

/** Nothing has to be looked for at the side. */
export async function nothingTooWide(page, where) {
  const { wanted, there } = await page.evaluate(() => ({ wanted: document.documentElement.scrollWidth, there: innerWidth }));
  assert.ok(wanted <= there, `${where}: ${wanted} wide on ${there}`);
}

/** Whether anybody looks at the page: a browser without a screen always says so. */
export function look(page, seen) {
  return page.evaluate((seen) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => !seen });
    document.dispatchEvent(new Event("visibilitychange"));
  }, seen);
}
