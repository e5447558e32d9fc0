// A user's world in a folder of its own, `jp serve web` in it, and a browser: for the tests of the pages.
import { spawn, execFile } from "node:child_process";
import { mkdtemp, mkdir, writeFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const home = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../../..");
const require = createRequire(path.join(home, "target/browser/"));
export const { chromium } = require("playwright-core");
export const { AxeBuilder } = require("@axe-core/playwright");
const run = promisify(execFile);

export class Stage {
  static async set() {
    const stage = new Stage();
    stage.root = await mkdtemp(path.join(tmpdir(), "jp-pages-"));
    stage.workspace = path.join(stage.root, "lighthouse");
    await mkdir(stage.workspace);
    await mkdir(path.join(stage.root, "config/jp"), { recursive: true });
    await writeFile(path.join(stage.root, "config/jp/config.toml"), '[assistant.model.id]\nprovider = "demo"\n[plugins.command.serve-web]\nmay_remove = true\n');
    stage.env = {
      PATH: process.env.PATH,
      LANG: "C.UTF-8",
      HOME: stage.root,
      XDG_CONFIG_HOME: path.join(stage.root, "config"),
      XDG_DATA_HOME: path.join(stage.root, "data"),
      XDG_STATE_HOME: path.join(stage.root, "state"),
    };
    await stage.jp("init");
    return stage;
  }

  /** A call of jp, in the workspace, to its end. */
  async jp(...words) {
    const call = run(path.join(home, "bin/jp"), words, { cwd: this.workspace, env: this.env });
    call.child.stdin.end();
    return (await call).stdout;
  }

  /** One that goes on, of jp or of another program: `exited` is its code. */
  begin(...words) {
    const [program, rest] = words[0].program ? [words[0].program, words[0].words] : [path.join(home, "bin/jp"), words];
    const child = spawn(program, rest, { cwd: this.workspace, env: this.env, stdio: ["ignore", "pipe", "pipe"] });
    child.exited = new Promise((resolve) => child.on("exit", (code, signal) => resolve(code ?? signal)));
    child.said = "";
    child.stderr.on("data", (bytes) => (child.said += bytes));
    return child;
  }

  /** Starts the server, and waits for its launch link. */
  async serve(...words) {
    this.server = this.begin("serve", "web", ...words);
    this.url = await new Promise((resolve, reject) => {
      let text = "";
      this.server.stdout.on("data", (bytes) => {
        text += bytes;
        const found = text.match(/http:\S+\n/);
        if (found) resolve(found[0].trim());
      });
      this.server.exited.then((code) => reject(new Error(`the server ended with ${code}: ${this.server.said}`)));
    });
    return this.url;
  }

  get origin() {
    return new URL(this.url).origin;
  }

  async browse(options = {}) {
    this.browser ??= await chromium.launch({ executablePath: "/usr/bin/chromium", chromiumSandbox: true });
    const context = await this.browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
    context.setDefaultTimeout(60000);
    return context;
  }

  async end() {
    await this.browser?.close();
    this.server?.kill("SIGTERM");
    await this.server?.exited;
    await rm(this.root, { recursive: true, force: true });
  }
}
