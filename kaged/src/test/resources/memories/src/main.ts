// Entries by project, in one file. It looks at no order of messages: a call before `initialize` has its answer, too.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

type Entry = { id: number; text: string; tags: string[] };
type Kept = { next: number; projects: Record<string, Entry[]> };
type Context = { project_id: string | null };
type Params = { text?: string; tags?: string[]; query?: string; id?: number; _context?: Context };
type Message = { jsonrpc: "2.0"; id?: number; method?: string; params?: Params };

const file = `${process.env.KAGED_CONFIG_ROOT ?? "."}/memories.json`;
const kept: Kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { next: 1, projects: {} };

function say(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function entries(params: Params): Entry[] {
  const project = params._context?.project_id ?? "none";
  return (kept.projects[project] ??= []);
}

function changed(): void {
  writeFileSync(file, JSON.stringify(kept));
  say({ method: "memories.changed", params: {} });
}

const methods: Record<string, (params: Params) => unknown> = {
  initialize: () => ({ name: "memories", version: "0.1.0", api_version: 1, methods: Object.keys(methods), capabilities_used: [] }),
  // It stays until its stdin ends.
  shutdown: () => ({ status: "ok" }),
  "memories.add": (params) => {
    const entry = { id: kept.next++, text: params.text ?? "", tags: params.tags ?? [] };
    entries(params).push(entry);
    changed();
    return entry;
  },
  "memories.list": (params) => ({ entries: entries(params) }),
  "memories.search": (params) => ({ entries: entries(params).filter((each) => each.text.includes(params.query ?? "")) }),
  "memories.forget": (params) => {
    const all = entries(params);
    const at = all.findIndex((each) => each.id === params.id);
    if (at >= 0) all.splice(at, 1);
    changed();
    return { forgotten: at >= 0 };
  },
  "kaged.hook.on_session_start": (params) => ({ context: entries(params).map((each) => `- ${each.text}`).join("\n") }),
  "kaged.hook.pre_compact": () => null,
};

function frameError(message: string): void {
  say({ id: 0, error: { code: -32600, message } });
}

createInterface({ input: process.stdin }).on("line", (line) => {
  let message: Message;
  try {
    message = JSON.parse(line);
  } catch {
    frameError("no JSON");
    return;
  }
  if (message.method === undefined) {
    frameError("neither a call nor a notification");
    return;
  }
  if (message.id === undefined) return;
  const method = methods[message.method];
  if (method === undefined) {
    say({ id: message.id, error: { code: -32601, message: `no ${message.method}` } });
    return;
  }
  say({ id: message.id, result: method(message.params ?? {}) });
});
