// Two browsers, a terminal and a plugin use one conversation, and each of them, and the server, is killed at random moments. Run by BrowserTest.
import { test, after } from "node:test";
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium, Stage } from "./stage.mjs";

const KILLS = Number(process.env.STORM_KILLS ?? 10);
const PATIENCE = 60000;

// Says one thing after the other, each again until it is in the conversation, and notes the number of each event that it hears of.
const BOT = `#!/usr/bin/env python3
import json, os, sys

def say(**message):
    print(json.dumps(message), flush=True)

conversation, notes = json.loads(sys.stdin.readline())["args"]
say(type="ready")
with open(notes, "a+") as heard:
    heard.seek(0)
    lines = [line.split() for line in heard.read().splitlines()]
    said = {word for _, word in lines if word.startswith("bot-")}
    def ask():
        say(type="query", conversation=conversation, content=f"/slow 30\\n/say bot-{len(said) + 1} and so on and on")
    say(type="subscribe", sub_id="s", conversation=conversation, after=int(lines[-1][0]) if lines else 0, respond=False)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "subscribed":
            ask()
        elif message["type"] == "event":
            data = message["data"]
            word = data["content"].split()[3] if data["type"] == "chat_request" else "-"
            if "seq" in message:
                heard.write(f"{message['seq']} {word}\\n")
                heard.flush()
            if word.startswith("bot-"):
                said.add(word)
            if data["type"] == "query_complete":
                ask()
        elif message["type"] == "error" and message["code"] not in ("locked", "busy"):
            sys.exit(message["message"])
        elif message["type"] == "shutdown":
            say(type="exit", code=0)
            break
`;

const stage = await Stage.set();
const actors = {};
let id;
let events;
let over = false;

after(async () => {
  over = true;
  await Promise.allSettled(Object.values(actors).map((actor) => actor.end()));
  await stage.end();
});

async function until(what, holds) {
  for (const end = Date.now() + PATIENCE; ; ) {
    if (await holds()) return;
    assert.ok(Date.now() < end, `waited in vain for: ${what}`);
    await new Promise((again) => setTimeout(again, 50));
  }
}

/** Everything that is stored, as it is in the file. */
const stored = () => readFileSync(events, "utf8").split("\n").filter(Boolean).flatMap((line) => JSON.parse(line));

const requests = () => stored().filter((event) => event.type === "chat_request").map((event) => event.content.split(/\s+/)[3]);

/** Until whoever writes is done. */
const lock = () => path.join(stage.workspace, `.jp/locks/${id}.lock`);
const whileLocked = () => stage.begin({ program: "flock", words: [lock(), "true"] }).exited;

const children = (pid) => {
  const of = `/proc/${pid}/task`;
  if (!existsSync(of)) return [];
  return readdirSync(of).flatMap((task) => readFileSync(`${of}/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number));
};

/** The program, or what runs below it. */
function kill(child) {
  const below = Math.random() < 0.5 ? children(child.pid) : [];
  try {
    process.kill(below[0] ?? child.pid, "SIGKILL");
  } catch {
    // It was at its end.
  }
}

class Server {
  async begin() {
    const port = stage.url ? new URL(stage.url).port : "0";
    await until("the port", () => stage.serve("--port", port).then(() => true, () => false));
  }

  async kill() {
    kill(stage.server);
    await stage.server.exited;
    await this.begin();
  }

  async end() {}
}

class Terminal {
  name = "terminal";
  done = 0;

  begin() {
    this.life = this.live();
  }

  async live() {
    while (!over) {
      const word = `terminal-${this.done + 1}`;
      await whileLocked();
      this.child = stage.begin("query", "-i", id, `/slow 30\n/say ${word} and so on and on`);
      await this.child.exited;
      if (requests().includes(word)) this.done++;
      else assert.match(this.child.said, /^$|locked by/);
    }
  }

  async kill() {
    if (this.child) kill(this.child);
  }

  async end() {
    await this.life;
  }
}

class Bot {
  notes = path.join(stage.root, "heard");

  begin() {
    this.child = stage.begin("storm", id, this.notes);
  }

  get done() {
    return requests().filter((word) => word.startsWith("bot-")).length;
  }

  async kill() {
    kill(this.child);
    await this.child.exited;
    this.begin();
  }

  async end() {
    this.child?.kill("SIGINT");
    await this.child?.exited;
  }
}

class Browser {
  done = 0;

  constructor(name) {
    this.name = name;
  }

  async begin() {
    await this.open();
    this.life = this.live();
  }

  async open() {
    this.program = await chromium.launchServer({
      executablePath: "/usr/bin/chromium",
      chromiumSandbox: true,
      env: { ...process.env, HOME: stage.root },
    });
    const browser = await chromium.connect(this.program.wsEndpoint());
    const context = await browser.newContext({ storageState: this.cookies });
    context.setDefaultTimeout(PATIENCE);
    this.page = await context.newPage();
    if (!this.cookies) {
      await this.page.goto(this.link ?? stage.url);
      await this.page.locator("#rows").waitFor();
      this.cookies = await context.storageState();
    }
    await this.come();
  }

  /** The server may just be away. */
  come() {
    return until("the conversation", () => this.page.goto(`${stage.origin}/c/${id}`).then(() => true, (problem) => {
      if (!this.program.process().killed && !this.dying) return false;
      throw problem;
    }));
  }

  /** As somebody who looks before saying it again. */
  async live() {
    while (!over) {
      try {
        await this.say(`${this.name}-${this.done + 1}`);
      } catch (problem) {
        if (!this.dying) throw problem;
        await this.dying;
      }
    }
  }

  async say(word) {
    const { page } = this;
    const there = () => page.evaluate((word) => [...document.querySelectorAll(".asked > .body")].some((each) => each.textContent.includes(` ${word} `)), word);
    const words = `/slow 30\n/say ${word} and so on and on`;
    while (!over && !(await there())) {
      await page.waitForFunction(() => !document.body.matches(".running, .away"));
      await whileLocked();
      if (await there()) break;
      if ((await page.inputValue("#ask")) !== words) await page.fill("#ask", words);
      await page.press("#ask", "Enter");
      await page.waitForFunction(() => !document.getElementById("send").disabled);
      // Taken, it will be seen; refused, there is a sentence.
      await page.waitForFunction(
        (word) => document.getElementById("trouble").textContent || [...document.querySelectorAll(".asked > .body")].some((each) => each.textContent.includes(` ${word} `)),
        word,
      );
    }
    if (!over) this.done++;
  }

  async kill() {
    let reborn;
    this.dying = new Promise((again) => (reborn = again));
    this.program.process().kill("SIGKILL");
    await this.open();
    this.dying = undefined;
    reborn();
  }

  /** Question and answer, in the order of the page. */
  shown() {
    return this.page.evaluate(() =>
      [...document.querySelectorAll("#log > .asked > .body, #log > .said > .body")].map((each) => each.textContent.trim().replace(/\s+/g, " ")),
    );
  }

  async end() {
    await this.life;
    await this.program?.close();
  }
}

const left = () =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`HOME=${stage.root}`);
    } catch {
      return false;
    }
  });

test(`${KILLS} times somebody is killed, and every request and answer is there once`, async () => {
  const bin = path.join(stage.root, "bin");
  await mkdir(bin);
  await writeFile(path.join(bin, "jp-storm"), BOT);
  await chmod(path.join(bin, "jp-storm"), 0o755);
  stage.env.PATH = `${bin}:${stage.env.PATH}`;
  const config = path.join(stage.root, "config/jp/config.toml");
  await writeFile(config, `${await readFile(config, "utf8")}[plugins.command.storm]\nrun = "unattended"\n`);
  id = JSON.parse(await stage.jp("conversation", "new", "--format", "json")).id;
  events = path.join(stage.workspace, `.jp/conversations/.outrigger/${id}/events.jsonl`);

  actors.server = new Server();
  await actors.server.begin();
  actors.terminal = new Terminal();
  actors.bot = new Bot();
  actors.one = new Browser("one");
  actors.two = new Browser("two");
  await actors.one.begin();
  actors.two.link = await actors.one.page.evaluate(async () => {
    const answer = await fetch("/link", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
    return (await answer.json()).url;
  });
  await actors.two.begin();
  actors.terminal.begin();
  actors.bot.begin();

  const victims = Object.keys(actors);
  for (let kills = 0; kills < KILLS; kills++) {
    const name = victims[kills % victims.length];
    const before = requests().length;
    await new Promise((moment) => setTimeout(moment, Math.random() * 400));
    await actors[name].kill();
    await until(`somebody to go on without ${name}`, () => requests().length > before);
  }
  // Each has gone on, too, who was killed.
  const speakers = Object.values(actors).filter((actor) => "done" in actor);
  const so = speakers.map((actor) => actor.done);
  await until("each of them to be heard again", () => speakers.every((actor, at) => actor.done > so[at]));
  over = true;
  await Promise.all([actors.one.life, actors.two.life, actors.terminal.end(), actors.bot.end()]);
  await whileLocked();

  const words = requests();
  assert.equal(new Set(words).size, words.length, `stored twice: ${words.filter((word, at) => words.indexOf(word) !== at)}`);
  for (const actor of [actors.one, actors.two, actors.terminal]) {
    assert.deepEqual(words.filter((word) => word.startsWith(`${actor.name}-`)).slice(0, actor.done), Array.from({ length: actor.done }, (_, n) => `${actor.name}-${n + 1}`));
  }

  const told = stored()
    .map((event) => (event.type === "chat_request" ? event.content : event.type === "chat_response" ? event.message : ""))
    .map((text) => text.trim().replace(/\s+/g, " "))
    .filter(Boolean);
  for (const browser of [actors.one, actors.two]) {
    await until("the page to have the last of it", async () => (await browser.shown()).at(-1) === told.at(-1));
    const shown = await browser.shown();
    assert.deepEqual(shown, told.slice(-shown.length));
    assert.equal(await browser.page.locator('[aria-busy="true"]').count(), 0);
  }

  const heard = (await readFile(actors.bot.notes, "utf8")).trim().split("\n").map((line) => Number(line.split(" ")[0]));
  assert.deepEqual(heard, heard.map((_, at) => at + 1));

  await Promise.all([actors.one.end(), actors.two.end()]);
  stage.server.kill("SIGINT");
  assert.equal(await stage.server.exited, 0);
  assert.equal(await stage.begin({ program: "flock", words: ["-n", lock(), "true"] }).exited, 0);
  await until("all processes to end", () => left().length === 0);
});
