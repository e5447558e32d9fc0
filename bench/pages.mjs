// What of `jp serve web` can be measured only in a browser: `node bench/pages.mjs pieces|opening` writes JSON.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Stage } from "../plugins/serve-web/src/test/browser/stage.mjs";

const at = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const stored = (stage, id) => path.join(stage.workspace, ".jp/conversations/.outrigger", String(id));

async function conversation(stage, id, lines) {
  await mkdir(stored(stage, id), { recursive: true });
  await writeFile(path.join(stored(stage, id), "metadata.json"), JSON.stringify({ title: `Number ${id}`, last_activated_at: new Date(Date.UTC(2025, 0, 1) + (id % 100000) * 1000).toISOString() }));
  await writeFile(path.join(stored(stage, id), "events.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

function turns(events) {
  const timestamp = "2025-07-20T10:30:00Z";
  return Array.from({ length: Math.ceil(events / 4) }, (_, n) => [
    { type: "turn_start", timestamp },
    { type: "chat_request", timestamp, content: `Question ${n}: what is it that you see?` },
    { type: "chat_response", timestamp, reasoning: "I look at it." },
    { type: "chat_response", timestamp, message: `Answer ${n}: **this** and \`that\`.\n\n- one\n- two\n\n\`\`\`java\nint a = ${n};\n\`\`\`\n` },
  ]);
}

async function entered(stage) {
  const context = await stage.browse();
  const page = await context.newPage();
  await page.goto(stage.url);
  await page.locator("#rows").waitFor({ state: "attached" });
  return page;
}

const measurements = {
  /** Each piece says when it left; the page says when it has it. */
  async pieces(stage) {
    for (const name of Object.keys(process.env).filter((name) => name.startsWith("JP_CFG_"))) stage.env[name] = process.env[name];
    await stage.serve("--port", "0");
    const page = await entered(stage);
    await page.goto(`${stage.origin}/new`);
    await page.context().addInitScript((offset) => {
      window.taken = [];
      let last = 0;
      document.addEventListener("DOMContentLoaded", () =>
        new MutationObserver(() => {
          const now = performance.timeOrigin + performance.now() - offset;
          const said = document.querySelector(".said .body")?.textContent ?? "";
          for (const [word] of said.slice(-4000).matchAll(/\d{10,} /g)) {
            const left = Number(word) / 1e6;
            if (left > last) {
              last = left;
              window.taken.push(now - left);
            }
          }
        }).observe(document.getElementById("log") ?? document, { childList: true, subtree: true, characterData: true }),
      );
    }, performance.timeOrigin + performance.now() - Number(process.hrtime.bigint()) / 1e6);
    await page.fill("#ask", "go");
    await page.press("#ask", "Enter");
    await page.waitForURL(/\/c\/\d+$/);
    await page.locator(".ended").waitFor({ timeout: 60000 });
    const taken = await page.evaluate(() => window.taken);
    if (taken.length < 10) throw new Error(`only ${taken.length} pieces were seen`);
    return { p50: at(taken, 0.5), p99: at(taken, 0.99), count: taken.length };
  },

  async opening(stage) {
    const paints = { 100: [], 10000: [] };
    const ids = { 100: 17127500001, 10000: 17127500002 };
    for (const size of Object.keys(ids)) await conversation(stage, ids[size], turns(Number(size)));
    for (let n = 0; n < 98; n++) await conversation(stage, 17127400000 + n, turns(4));
    await stage.serve("--port", "0");
    const page = await entered(stage);
    const rounds = Number(process.env.BENCH_ROUNDS);
    for (let round = -3; round < rounds; round++) {
      for (const size of round % 2 ? ["100", "10000"] : ["10000", "100"]) {
        await page.goto(`${stage.origin}/c/${ids[size]}`);
        const paint = await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
        if (round >= 0) paints[size].push(await paint.jsonValue());
      }
    }
    const few = await scrolled(page, stage);
    stage.server.kill("SIGTERM");
    await stage.server.exited;
    for (let n = 0; n < 9900; n++) await conversation(stage, 17127600000 + n, turns(4));
    await stage.serve("--port", "0");
    await page.goto(stage.url);
    await page.locator("#rows").waitFor({ state: "attached" });
    const many = await scrolled(page, stage, 9999);
    return { paints, frames: { p50: at(many, 0.5), p99: at(many, 0.99), most: Math.max(...many), few: at(few, 0.99) } };
  },
};

/** Down to the end of the list, a tenth of a screen with each picture: the times between them. */
async function scrolled(page, stage, rows = 100) {
  await page.goto(`${stage.origin}/`);
  return page.evaluate(
    (rows) =>
      new Promise((over) => {
        const list = document.getElementById("rows");
        let box = list;
        while (box && getComputedStyle(box).overflowY !== "auto" && getComputedStyle(box).overflowY !== "scroll") box = box.parentElement;
        box ??= document.scrollingElement;
        const taken = [];
        let before;
        requestAnimationFrame(function step(now) {
          if (before) taken.push(now - before);
          before = now;
          const end = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
          if (end && (list.children.length >= rows || taken.length > 20000)) return over(taken);
          box.scrollTop += end ? 0 : rows > 1000 ? box.clientHeight : box.clientHeight / 10;
          requestAnimationFrame(step);
        });
      }),
    rows,
  );
}

const stage = await Stage.set();
try {
  console.log(JSON.stringify(await measurements[process.argv[2]](stage)));
} finally {
  await stage.end();
}
