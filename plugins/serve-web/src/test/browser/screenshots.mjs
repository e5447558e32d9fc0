// Makes the pictures of docs/web.md anew, from the pages as they are. Needs what the tests of the pages need, and their packages:
// bin/lib/npm-packages plugins/serve-web/src/test/npm target/browser
import { chmod, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Stage } from "./stage.mjs";
import { ask, ended } from "./visit.mjs";

const pictures = process.argv[2] ?? path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../../../docs/web");
const desktop = { viewport: { width: 1280, height: 860 } };
const phone = { viewport: { width: 360, height: 720 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const NOTES = "The lamp turns once in 20 seconds.\nIt has four lenses.\n";

// Puts a conversation there as somebody would have led it, with times of its own. Reads it as JSON from its argument.
const WRITER = `#!/usr/bin/env python3
import json, sys

def say(**message):
    print(json.dumps(message), flush=True)

def hear(wanted):
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == wanted:
            return message
        if message["type"] == "error":
            sys.exit(line)

story = json.loads(hear("init")["args"][0])
say(type="ready")
say(type="create_conversation", title=story["title"])
conversation = hear("created")["conversation"]
say(type="push_events", conversation=conversation, events=story["events"])
hear("pushed")
say(type="update_conversation", conversation=conversation, pinned=story.get("pinned", False), archived=story.get("archived", False))
hear("updated")
say(type="exit", code=0)
`;

const begun = Date.now();
const at = (minutes, seconds) => new Date(begun - minutes * 60000 + seconds * 1000).toISOString();

const ANSWER = `Every **five seconds**, and yes: the notes are right.

The motor makes 24 turns a minute, and the gear takes them down by eight:

\`\`\`python
turns = 24 / (96 / 12)        # a minute
seconds = 60 / turns / 4      # four lenses
print(f"one flash in {seconds:.0f} s")
\`\`\`

| part | teeth | turns a minute |
|---|---|---|
| motor | 12 | 24 |
| lamp | 96 | 3 |

One thing to look at: the notes say *twenty seconds*, which is the time of a whole turn. Shall I add the five?
`;

const short = (title, minutes, more = {}) => ({
  title,
  events: [
    { type: "chat_request", timestamp: at(minutes, 0), content: `${title}?` },
    { type: "chat_response", timestamp: at(minutes, 3.2), message: "As it always was." },
  ],
  ...more,
});

const lamp = {
  title: "How the lamp turns",
  events: [
    {
      type: "chat_request",
      timestamp: at(4, 0),
      content: "How often does the lamp flash? Is what we wrote in notes/lamp.md still right?",
      attachments: [{ type: "file_content", path: "notes/lamp.md", content: NOTES }],
    },
    { type: "chat_response", timestamp: at(4, 1.4), reasoning: "They want the time between two flashes. The gear says how fast it turns." },
    { type: "tool_call_request", timestamp: at(4, 1.9), id: "gear", name: "read_file", arguments: { path: "gear.toml" } },
    { type: "tool_call_response", timestamp: at(4, 1.912), id: "gear", content: "teeth = [96, 12]\nmotor = 24\n", is_error: false },
    { type: "chat_response", timestamp: at(4, 6.3), message: ANSWER },
  ],
};

const stage = await Stage.set();
try {
  await tell([
    short("Paint for the gallery", 60 * 24 * 9, { archived: true }),
    short("Where the fog horn gets its air", 60 * 50),
    short("Tide tables for October", 60 * 26, { pinned: true }),
    short("Why the clockwork stops at night", 60 * 3),
    lamp,
  ]);
  await stage.serve("--port", "0");
  const context = await stage.browse(desktop);
  const page = await context.newPage();
  await page.goto(stage.url);
  await page.locator("#rows a", { hasText: lamp.title }).click();
  await page.locator(".said table").waitFor();
  const address = page.url();
  const show = (page, name) => page.screenshot({ path: path.join(pictures, `${name}.png`) });
  await page.evaluate(() => document.getElementById("scroll").scrollTo(0, 0));
  await page.locator("#latest").waitFor({ state: "hidden" });
  await show(page, "chat");

  await page.goto(`${stage.origin}/new`);
  await page.fill("#ask", "Draw up a plan for the winter.\nBegin with the windows on the north side.");
  await show(page, "new");
  await page.fill("#ask", "");

  await page.goto(address);
  await ask(page, `Yes, please add it to the notes.\n/call write_file ${JSON.stringify({ path: "notes/lamp.md", content: NOTES.replace("lenses.", "lenses, so it flashes every five.") })}`);
  await page.locator("form.decide").waitFor();
  await page.locator("#activity", { hasText: "Waiting for you" }).waitFor();
  await show(page, "decide");

  const state = await context.storageState();
  const visit = async (options, where, name, ready) => {
    const other = await (await stage.browse({ ...options, storageState: state })).newPage();
    await other.goto(where);
    await other.locator(ready).first().waitFor();
    await show(other, name);
    await other.context().close();
  };
  await visit(phone, address, "phone", "form.decide");
  await visit({ ...phone, colorScheme: "dark" }, `${stage.origin}/`, "phone-list", "#rows li");
  await page.click('[data-action="approve"]');
  await ended(page);
  await visit({ ...desktop, colorScheme: "dark" }, address, "dark", ".said");
} finally {
  await stage.end();
}

async function tell(stories) {
  await mkdir(path.join(stage.workspace, "notes"));
  await writeFile(path.join(stage.workspace, "notes/lamp.md"), NOTES);
  const bin = path.join(stage.root, "bin");
  await mkdir(bin);
  await writeFile(path.join(bin, "jp-tell"), WRITER);
  await chmod(path.join(bin, "jp-tell"), 0o755);
  stage.env.PATH = `${bin}:${stage.env.PATH}`;
  await writeFile(path.join(stage.root, "config/jp/config.toml"), '[assistant.model.id]\nprovider = "demo"\n[plugins.command.tell]\nrun = "unattended"\n');
  for (const story of stories) await stage.jp("tell", JSON.stringify(story));
}
