// The live half of the pages. Without it they can be read; with it they follow, ask and decide.
// What comes from the server as `html` was made there, by templates that escape: nothing else is ever put in as HTML.

import { misfit } from "./misfit.js";

const body = document.body;
const conversation = body.dataset.conversation;
const readOnly = body.dataset.readOnly === "true";
const $ = (id) => document.getElementById(id);
const log = $("log");
const scroll = $("scroll");
const composer = $("composer");
const plainTitle = document.title;

// ---- Talking with the server ----

/** Posts JSON; what goes wrong is an Error with a sentence, and `refused` when it is sure that nothing was done. */
async function post(path, data = {}, more = {}) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(data),
      ...more,
    });
  } catch {
    throw new Error("The server does not answer. Is jp serve web still running?");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    const problem = new Error(answer.error ?? `The server said ${response.status}.`);
    problem.refused = response.status < 500;
    throw problem;
  }
  return answer;
}

function element(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

/** A line at the bottom, with a button perhaps; gone after a while. */
function toast(words, { button, act, seconds = 6, gone } = {}) {
  const line = document.createElement("div");
  line.className = "toast";
  line.append(Object.assign(document.createElement("span"), { textContent: words }));
  const end = () => {
    clearTimeout(timer);
    line.remove();
  };
  const timer = setTimeout(() => {
    end();
    gone?.();
  }, seconds * 1000);
  if (button) {
    const pressed = Object.assign(document.createElement("button"), { textContent: button });
    pressed.addEventListener("click", () => {
      end();
      act();
    });
    line.append(pressed);
  }
  $("toasts").append(line);
  return end;
}

// ---- Times, code, and where the reader is ----

function relative(then) {
  const minutes = Math.floor((Date.now() - then) / 60000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return null;
}

function refreshTimes() {
  for (const time of document.querySelectorAll("time")) {
    const words = relative(new Date(time.dateTime));
    if (words) time.textContent = words;
  }
}

async function copyTo(button, text) {
  await navigator.clipboard.writeText(text);
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 2000);
}

function dress(root) {
  for (const code of root.querySelectorAll("pre > code:not(.dressed)")) {
    code.classList.add("dressed");
    if (/language-/.test(code.className) && window.hljs) {
      window.hljs.highlightElement(code);
    }
    const pre = code.parentElement;
    const box = document.createElement("div");
    box.className = "code";
    pre.replaceWith(box);
    box.append(pre);
    if (!navigator.clipboard) continue;
    const copy = Object.assign(document.createElement("button"), { type: "button", textContent: "Copy" });
    copy.addEventListener("click", () => copyTo(copy, code.textContent));
    box.append(copy);
  }
}

let following = true;
/** What waits for the reader is looked at from its beginning: as long as it does, nothing moves the page. */
const decisions = () => log?.querySelectorAll("form.decide, form.reply") ?? [];
const atEnd = () => !scroll || scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 80;

function follow() {
  if (!scroll || decisions().length) return;
  if (following) {
    scroll.scrollTop = scroll.scrollHeight;
  } else {
    $("latest").hidden = false;
  }
}

scroll?.addEventListener("scroll", () => {
  if (decisions().length) return;
  following = atEnd();
  if (following) $("latest").hidden = true;
}, { passive: true });
$("latest")?.addEventListener("click", () => {
  following = true;
  follow();
});

// ---- What the stream brings ----

/** Puts `fresh` in the place of `old`, and of its parts only those that are others: a selection in the rest stays. */
function renew(old, fresh) {
  const oldBody = old.querySelector(":scope > .body");
  const freshBody = fresh.querySelector(":scope > .body");
  if (!oldBody || !freshBody || old.className !== fresh.className || old.querySelector("form") || fresh.querySelector("form")) {
    dress(fresh);
    keepOpen(old, fresh);
    old.replaceWith(fresh);
    return;
  }
  old.id = fresh.id;
  if (fresh.hasAttribute("aria-busy")) old.setAttribute("aria-busy", fresh.getAttribute("aria-busy"));
  const summary = old.querySelector(":scope > summary");
  if (summary) summary.textContent = fresh.querySelector(":scope > summary").textContent;
  const now = [...freshBody.children];
  now.forEach((child, at) => {
    const source = child.outerHTML;
    const there = oldBody.children[at];
    if (there?.source === source) return;
    const holder = document.createElement("div");
    holder.append(child);
    dress(holder);
    const shown = holder.firstElementChild;
    shown.source = source;
    there ? there.replaceWith(shown) : oldBody.append(shown);
  });
  while (oldBody.children.length > now.length) oldBody.lastElementChild.remove();
}

function keepOpen(old, fresh) {
  const was = old.matches("details") ? old : old.querySelector("details");
  const is = fresh.matches("details") ? fresh : fresh.querySelector("details");
  if (was?.open && is) is.open = true;
}

/** A turn has one end, behind everything in it. */
function goesOn() {
  for (const each of [...log.children].reverse()) {
    if (each.matches(".asked")) break;
    if (each.matches(".ended")) each.remove();
  }
}

function put({ id, instead, html }) {
  const fresh = element(html);
  $("nothing")?.remove();
  if (fresh.matches(".ended")) {
    goesOn();
    log.append(fresh);
    follow();
    return;
  }
  const old = $(id) ?? (instead ? $(instead) : null);
  if (old) {
    renew(old, fresh);
  } else {
    dress(fresh);
    // What was unfinished before a question belongs to a turn that is over.
    if (fresh.matches(".asked")) leftOver();
    if (fresh.matches(".said, .thought, .call, .inquiry")) goesOn();
    log.append(fresh);
  }
  if (fresh.matches(".asked")) arrived(fresh);
  follow();
}

/** The last card of this call: providers use the same ids again in every turn. */
function card(call) {
  return [...log.querySelectorAll(`[data-call="${CSS.escape(call)}"]`)].at(-1);
}

const waitingForYou = "Waiting for you";
const heard = {
  put,
  outcome({ call, state, html }) {
    const there = card(call);
    if (!there) return;
    settle(there, state);
    const result = element(html);
    dress(result);
    there.querySelector(".outcome").replaceChildren(result);
    // It has grown: what waits is not to be pushed off the screen by it.
    const focused = document.activeElement?.closest(".call.asks");
    focused ? bring(focused) : follow();
  },
  reply({ call, answer }) {
    const there = card(call);
    for (const each of there?.querySelectorAll("form, .answer") ?? []) each.remove();
    there?.append(Object.assign(document.createElement("p"), { className: "answer", textContent: answer }));
    calm();
  },
  answered({ call, action }) {
    const there = card(call);
    if (there?.matches(".call")) {
      settle(there, action === "reject" ? "rejected" : "running");
    } else {
      there?.querySelector("form")?.remove();
      calm();
    }
  },
  attention() {
    attend();
  },
  activity({ words }) {
    // What is waited for is a decision, whatever else goes on.
    if (!decisions().length) $("activity").textContent = words;
    follow();
  },
  state({ running, ours }) {
    setRunning(running && ours);
    if (!running) leftOver();
    if (running && !ours) $("activity").textContent = "An answer is being written elsewhere, perhaps in a terminal.";
  },
  list({ state }) {
    if (state !== body.dataset.list) renewList(state);
  },
  row,
  gone({ id }) {
    newer.add(`c-${id}`);
    $(`c-${id}`)?.remove();
    if (id === conversation) {
      toast("This conversation was deleted elsewhere.", { seconds: 60 });
    }
  },
};

/** Of a turn that is over, nothing is unfinished: what was stored of it has come by now. */
function leftOver() {
  for (const each of log?.querySelectorAll('[id^="live-"]') ?? []) each.remove();
  for (const each of log?.querySelectorAll(".call.running, .call.asks") ?? []) settle(each, "lost");
  for (const each of log?.querySelectorAll("form.reply") ?? []) each.remove();
}

/** A card that was decided about says so, here and in every other tab. */
function settle(there, state) {
  there.classList.remove("asks", "running", "done", "failed", "rejected", "lost");
  there.classList.add(state);
  there.querySelector("form.decide")?.remove();
  calm();
}

let running = false;
function setRunning(now) {
  running = now;
  body.classList.toggle("running", now);
  if (!now && $("activity")) $("activity").textContent = "";
  if ($("stop")) {
    $("stop").hidden = !now;
    $("send").hidden = now;
  }
  if (!now) calm();
}

// ---- The stream itself: one for a page, closed while nobody looks ----

let source;
let patience = 1000;
let lastId = body.dataset.after ?? "";
function connect() {
  source?.close();
  const path = conversation ? `/c/${conversation}/stream?after=${lastId || 0}` : "/stream";
  source = new EventSource(path);
  for (const [name, act] of Object.entries(heard)) {
    source.addEventListener(name, (event) => {
      if (event.lastEventId) lastId = event.lastEventId;
      act(JSON.parse(event.data));
    });
  }
  source.addEventListener("open", () => {
    patience = 1000;
    body.classList.remove("away");
  });
  source.addEventListener("error", () => {
    body.classList.add("away");
    if ($("activity") && running) $("activity").textContent = "The server does not answer; trying again…";
    // The browser comes back by itself, but not after an answer that was no stream.
    if (source.readyState === EventSource.CLOSED && !document.hidden) {
      setTimeout(connect, patience);
      patience = Math.min(30000, 2 * patience);
    }
  });
}

// A hidden page gives its connection back after a while, unless it waits for an answer that may want a decision.
let hiding;
document.addEventListener("visibilitychange", () => {
  clearTimeout(hiding);
  if (document.hidden) {
    hiding = setTimeout(() => {
      if (!running) source?.close();
    }, 60000);
  } else {
    calm();
    if (source?.readyState === EventSource.CLOSED) connect();
  }
});

// ---- The list ----

/** What will be deleted unless somebody says "Undo": out of sight, also when the server tells of it meanwhile. */
const leaving = new Set();

function showLeaving(id, is) {
  is ? leaving.add(id) : leaving.delete(id);
  const there = $(`c-${id}`);
  if (there) there.hidden = is;
}

const searches = () => body.classList.contains("search") || search?.value.trim();

/** What was told while the list was fetched is newer than what will come of that. */
const newer = new Set();

function row({ id, html }) {
  newer.add(`c-${id}`);
  if (!searches()) place(id, element(html));
}

function place(id, fresh) {
  const rows = $("rows");
  fresh.hidden = leaving.has(id);
  const old = $(`c-${id}`);
  if (id === conversation) {
    fresh.querySelector("a").setAttribute("aria-current", "page");
    $("title").textContent = fresh.querySelector(".title").textContent;
  }
  const focused = old?.contains(document.activeElement);
  old?.remove();
  const next = [...rows.children].find((other) => other.dataset.rank < fresh.dataset.rank);
  if (!old) fresh.classList.add("fresh");
  rows.insertBefore(fresh, next ?? null);
  if (focused) fresh.querySelector("a").focus();
  document.querySelector("nav .empty")?.remove();
}

/** The list has changed since this page was made, and nobody has told it: it was on its way, hidden, or the server was away. */
async function renewList(state) {
  newer.clear();
  const page = searches() ? null : await fetchPage("/");
  if (!page) return;
  const now = [...page.querySelectorAll("#rows > li")];
  const known = new Set(now.map((each) => each.id));
  const last = page.getElementById("more") ? now.at(-1).dataset.rank : "";
  for (const each of [...$("rows").children]) {
    if (each.dataset.rank >= last && !known.has(each.id) && !newer.has(each.id)) each.remove();
  }
  for (const each of now) {
    if (!newer.has(each.id) && $(each.id)?.textContent !== each.textContent) place(each.id.slice("c-".length), document.adoptNode(each));
  }
  body.dataset.list = state;
}

const more = $("more");
if (more) {
  new IntersectionObserver(async (seen) => {
    if (!seen.some((entry) => entry.isIntersecting) || more.dataset.busy) return;
    more.dataset.busy = "yes";
    const page = await fetchPage(more.href);
    if (page) {
      for (const each of page.querySelectorAll("#rows > li")) {
        if (!$(each.id)) $("rows").append(document.adoptNode(each));
      }
      leaving.forEach((id) => showLeaving(id, true));
      const next = page.getElementById("more");
      next ? (more.href = next.href) : more.remove();
    }
    delete more.dataset.busy;
  }).observe(more);
}

async function fetchPage(address) {
  const response = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  return response?.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
}

const search = document.querySelector("form.search input");
let searching;
search?.addEventListener("input", () => {
  clearTimeout(searching);
  searching = setTimeout(async () => {
    const words = search.value.trim();
    const page = await fetchPage(words ? `/search?q=${encodeURIComponent(words)}` : "/");
    if (!page || search.value.trim() !== words) return;
    const found = [...page.querySelectorAll("#rows > li")];
    $("rows").replaceChildren(...found.map((each) => document.adoptNode(each)));
    leaving.forEach((id) => showLeaving(id, true));
    if (!words || found.length) return;
    const none = document.createElement("li");
    none.className = "empty";
    none.textContent = `Nothing has “${words}” in it.`;
    $("rows").append(none);
  }, 200);
});

$("earlier")?.addEventListener("click", async (event) => {
  event.preventDefault();
  const link = event.currentTarget;
  const page = await fetchPage(link.href);
  if (!page) return;
  const before = scroll.scrollHeight;
  for (const each of [...page.querySelectorAll("#log > *")].reverse()) {
    const adopted = document.adoptNode(each);
    log.prepend(adopted);
  }
  dress(log);
  scroll.scrollTop += scroll.scrollHeight - before;
  const next = page.getElementById("earlier");
  next ? (link.href = next.href) : link.remove();
});

// ---- Being noticed ----

function attend() {
  if (document.hidden) {
    document.title = `● ${plainTitle}`;
    if (window.Notification?.permission === "granted") {
      const notice = new Notification(plainTitle, { body: "The assistant wants a decision.", tag: conversation });
      notice.onclick = () => window.focus();
    }
  }
  nextDecision();
}

/** Of several that wait, the first is shown: there may be more of them than fit on the screen. */
function nextDecision() {
  const open = decisions();
  $("activity").textContent = open.length > 1 ? `${waitingForYou}: ${open.length} decisions` : waitingForYou;
  const first = open[0]?.closest(".call, .inquiry");
  if (first) bring(first);
  return first;
}

/** Into sight, with the line below it; what is longer than the screen, from its beginning. */
function bring(card) {
  const space = 6;
  const shown = scroll.getBoundingClientRect();
  const { top, bottom, height } = card.getBoundingClientRect();
  const below = 2 * $("activity").offsetHeight;
  if (top < shown.top || height + below > shown.height) {
    scroll.scrollTop += top - shown.top - space;
  } else if (bottom + below > shown.bottom) {
    scroll.scrollTop += bottom + below - shown.bottom;
  }
}

function calm() {
  if (decisions().length) return;
  if ($("activity")?.textContent.startsWith(waitingForYou)) $("activity").textContent = "";
  if (!document.hidden) document.title = plainTitle;
}

// ---- Deciding and answering ----

log?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const button = event.submitter;
  const trouble = form.querySelector(".trouble");
  const buttons = form.querySelectorAll("button");
  trouble.textContent = "";
  buttons.forEach((each) => (each.disabled = true));
  try {
    if (form.matches(".decide")) {
      await decide(form, button);
    } else {
      await answer(form, button);
    }
  } catch (problem) {
    trouble.textContent = problem.message;
    buttons.forEach((each) => (each.disabled = false));
    const edited = form.elements.arguments;
    if (edited) onlyWhatIsShown(form, edited.value !== edited.defaultValue);
  }
});

async function decide(form, button) {
  const action = button?.dataset.action ?? "reject";
  const said = { id: form.dataset.id, action };
  if (action === "reject" && form.reason?.value) said.reason = form.reason.value;
  if (action === "modify") said.arguments = JSON.parse(form.elements.arguments.value);
  // Found before: the stream may bring the result sooner than the answer comes, and takes the form away.
  const here = form.closest(".call");
  await post(`/c/${conversation}/decide`, said);
  if (form.isConnected) settle(here, action === "reject" ? "rejected" : "running");
  // Not a button of the next one: a key that is pressed twice is no second yes.
  (decisions().length ? nextDecision() : here).focus({ preventScroll: true });
}

async function answer(form, button) {
  const kind = form.dataset.kind;
  const given = button?.value || form.text?.value || "";
  const value = kind === "boolean" ? given === "true" : given;
  await post(`/c/${conversation}/answer`, { id: form.dataset.id, answer: value });
}

log?.addEventListener("click", (event) => {
  const button = event.target.closest('[data-action="edit"]');
  if (!button) return;
  const edit = button.closest("form").querySelector(".edit");
  edit.hidden = !edit.hidden;
  button.setAttribute("aria-expanded", String(!edit.hidden));
  const text = edit.querySelector("textarea");
  if (edit.hidden) {
    text.value = text.defaultValue;
  } else {
    text.focus();
    tools().then(() => text.isConnected && checkArguments(text));
  }
  checkArguments(text);
});

/** What was changed is not what the other yes would be to. */
function onlyWhatIsShown(form, changed) {
  for (const yes of form.querySelectorAll('[data-action="approve"], [data-action="always"]')) yes.disabled = changed;
}

log?.addEventListener("input", (event) => {
  if (event.target.name === "arguments") checkArguments(event.target);
});

function checkArguments(text) {
  const { form } = text;
  onlyWhatIsShown(form, text.value !== text.defaultValue);
  const words = whatIsWrong(text.value, form.closest(".call").querySelector("h2").textContent);
  const check = form.querySelector(".check");
  // Said again only when it is another: a screen reader hears it with every key.
  if (check.textContent !== words) check.textContent = words;
  form.querySelector('[data-action="modify"]').disabled = words !== "";
}

/** Of what jp will look at again: what can be seen while it is typed. */
function whatIsWrong(text, name) {
  try {
    const value = JSON.parse(text);
    if (value === null || typeof value !== "object" || Array.isArray(value)) return "Arguments are an object: { … }";
    return misfit(value, schemas.get(name) ?? {});
  } catch (problem) {
    return `No JSON yet: ${problem.message}`;
  }
}

/** The tools, asked for once: that may start servers, so not before somebody is near. */
const schemas = new Map();
let told;
function tools() {
  told ??= listed("/tools").then((data) => {
    for (const tool of data) schemas.set(tool.name, tool.parameters);
    return data;
  });
  return told;
}

const listed = (path) =>
  fetch(path)
    .then((response) => (response.ok ? response.json() : { data: [] }))
    .then(({ data }) => data)
    .catch(() => []);

// Enter in a reason is a no with that reason, never a yes.
log?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.name !== "reason") return;
  event.preventDefault();
  event.target.form.requestSubmit(event.target.form.querySelector('[data-action="reject"]'));
});

// ---- Asking ----

const ask = $("ask");
const draftKey = `draft ${location.host} ${conversation || "new"}`;
const sendingKey = `sending ${location.host} ${conversation || "new"}`;
let files = [];

function trouble(words) {
  $("trouble").textContent = words;
}

/** The message of ours of which nobody has said what became of it, and the last event that was known then. */
const unsettled = () => JSON.parse(sessionStorage.getItem(sendingKey));
const settled = () => sessionStorage.removeItem(sendingKey);

/** A message of ours that has arrived in the conversation needs not be kept in the box. */
function arrived(asked) {
  const sent = unsettled();
  const text = asked.querySelector(".body").textContent.trim();
  if (sent?.content.trim() !== text || Number(asked.id.slice("e-".length)) <= sent.after) return;
  settled();
  if (ask && ask.value.trim() === text) clearBox();
}

/** Whether it is in the conversation already: the server may have gone after it took it, and before it said so. */
async function isThere(content) {
  const sent = unsettled();
  if (!sent) return false;
  const page = await fetchPage(`/c/${conversation}`);
  if (!page) throw new Error("The server does not answer. Is jp serve web still running?");
  page.querySelectorAll(".asked").forEach(arrived);
  return !unsettled() && sent.content.trim() === content.trim();
}

function clearBox() {
  ask.value = "";
  files = [];
  showFiles();
  localStorage.removeItem(draftKey);
  trouble("");
}

const attachMost = 1 << 20;
async function attach(list) {
  for (const file of list) {
    if (file.size > attachMost) {
      trouble(`${file.name} is larger than 1 MiB.`);
      continue;
    }
    try {
      const content = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      if (content.includes("\u0000")) throw new Error();
      files.push({ type: "file_content", path: file.name, content });
      trouble("");
    } catch {
      trouble(`${file.name} is no text, and only text can be attached.`);
    }
  }
  showFiles();
}

function showFiles() {
  $("files").replaceChildren(
    ...files.map((file) => {
      const item = document.createElement("li");
      const drop = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
      drop.setAttribute("aria-label", `Leave out ${file.path}`);
      drop.addEventListener("click", () => {
        files = files.filter((other) => other !== file);
        showFiles();
      });
      const name = document.createElement("bdi");
      name.textContent = file.path;
      item.append(name, drop);
      return item;
    }),
  );
}

// By another name than localhost a browser has neither randomUUID nor the clipboard.
const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].join("-");
let messageKey = newKey();
async function send() {
  const content = ask.value;
  if (!content.trim() || $("send").disabled) return;
  if (running) return trouble("The assistant is still answering. Wait, or stop it.");
  $("send").disabled = true;
  trouble("");
  following = true;
  try {
    const said = { content, attachments: files, key: messageKey };
    if ($("model").value) said.model = $("model").value;
    const chosen = chosenTools();
    if (chosen) said.tools = chosen;
    if (conversation) {
      if (await isThere(content)) return;
      sessionStorage.setItem(sendingKey, JSON.stringify({ content, after: Number(lastId) }));
      await post(`/c/${conversation}/query`, said);
      setRunning(true);
      settled();
      clearBox();
      messageKey = newKey();
    } else {
      const made = await post("/new", { content });
      try {
        await post(`/c/${made.conversation}/query`, said);
        localStorage.removeItem(draftKey);
      } catch (problem) {
        localStorage.setItem(`draft ${location.host} ${made.conversation}`, content);
        sessionStorage.setItem("trouble", problem.message);
      }
      location.assign(`/c/${made.conversation}`);
    }
  } catch (problem) {
    if (problem.refused) settled();
    trouble(`${problem.message} Your message is still here.`);
  } finally {
    $("send").disabled = false;
  }
}

function chosenTools() {
  const boxes = [...document.querySelectorAll("#tools input")];
  return boxes.length && boxes.some((box) => box.checked !== box.defaultChecked)
    ? boxes.filter((box) => box.checked).map((box) => box.value)
    : null;
}

let chosen;
async function choices() {
  const [models, offers] = await Promise.all([listed("/models"), tools()]);
  for (const { provider, models: offered } of models) {
    for (const { name } of offered) {
      const full = `${provider}/${name}`;
      $("model").append(new Option(full, full));
    }
  }
  const box = $("tools").querySelector(".choices");
  for (const tool of offers) {
    const label = document.createElement("label");
    const check = Object.assign(document.createElement("input"), { type: "checkbox", value: tool.name });
    check.defaultChecked = check.checked = tool.enabled !== false;
    label.append(check, ` ${tool.name}`);
    if (tool.description) label.title = tool.description;
    box.append(label);
  }
  if (!offers.length) $("tools").hidden = true;
}

if (composer && !readOnly) {
  ask.value = unsettled()?.content ?? localStorage.getItem(draftKey) ?? "";
  trouble(sessionStorage.getItem("trouble") ?? "");
  sessionStorage.removeItem("trouble");
  // Sent as the page or the server went: perhaps it is there.
  log?.querySelectorAll(".asked").forEach(arrived);
  ask.addEventListener("input", () => {
    ask.value ? localStorage.setItem(draftKey, ask.value) : localStorage.removeItem(draftKey);
  });
  ask.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      send();
    }
  });
  composer.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  $("stop").addEventListener("click", () =>
    post(`/c/${conversation}/cancel`).catch((problem) => trouble(problem.message)),
  );
  $("pick").addEventListener("change", (event) => {
    attach(event.target.files);
    event.target.value = "";
  });
  ask.addEventListener("paste", (event) => {
    if (event.clipboardData.files.length) {
      event.preventDefault();
      attach(event.clipboardData.files);
    }
  });
  for (const kind of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(kind, (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      body.classList.toggle("dropping", kind === "dragover");
      if (kind === "drop") attach(event.dataTransfer.files);
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && running && !event.defaultPrevented) $("stop").click();
  });
  for (const kind of ["focusin", "pointerenter"]) {
    composer.querySelector(".bar").addEventListener(kind, () => (chosen ??= choices()));
  }
}

// ---- What can be done with a conversation ----

const deeds = {
  rename() {
    const heading = document.querySelector(".top h1");
    const input = Object.assign(document.createElement("input"), { value: $("title").textContent });
    input.setAttribute("aria-label", "Title");
    heading.hidden = true;
    heading.after(input);
    input.select();
    let over = false;
    const end = async (keep) => {
      if (over) return;
      over = true;
      const title = input.value.trim();
      input.remove();
      heading.hidden = false;
      if (!keep || title === $("title").textContent) return;
      await post(`/c/${conversation}/update`, { title });
      $("title").textContent = title || "Untitled";
      document.title = title || "Untitled";
    };
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") report(end(true));
      if (event.key === "Escape") {
        event.stopPropagation();
        end(false);
      }
    });
    input.addEventListener("blur", () => report(end(true)));
  },
  async pin(button) {
    const pinned = button.dataset.on !== "true";
    await post(`/c/${conversation}/update`, { pinned });
    button.dataset.on = String(pinned);
    button.textContent = pinned ? "Unpin" : "Pin";
  },
  async archive(button) {
    const archived = button.dataset.on !== "true";
    await post(`/c/${conversation}/update`, { archived });
    button.dataset.on = String(archived);
    button.textContent = archived ? "Take out of the archive" : "Archive";
    toast(archived ? "Archived." : "Taken out of the archive.");
  },
  async fork() {
    const made = await post(`/c/${conversation}/fork`);
    location.assign(`/c/${made.conversation}`);
  },
  remove() {
    showLeaving(conversation, true);
    // Who leaves the page has not said "Undo", and cannot any more.
    const leave = () => post(`/c/${conversation}/remove`, {}, { keepalive: true }).catch(() => {
      // There is nobody to be told any more; the conversation is still in the list.
    });
    addEventListener("pagehide", leave);
    toast("This conversation will be deleted.", {
      button: "Undo",
      act: () => {
        removeEventListener("pagehide", leave);
        showLeaving(conversation, false);
      },
      seconds: 10,
      gone: () => {
        removeEventListener("pagehide", leave);
        report(
          post(`/c/${conversation}/remove`)
            .then(() => location.assign("/"))
            .catch((problem) => {
              showLeaving(conversation, false);
              throw problem;
            }),
        );
      },
    });
  },
  async notify(button) {
    const answer = await window.Notification?.requestPermission();
    toast(answer === "granted" ? "You will be notified." : "This browser does not allow notifications from here.");
    if (answer === "granted") button.hidden = true;
  },
  async link() {
    const { url } = await post("/link");
    const end = toast("For one more browser on this machine, once, within ten minutes:", { button: "Done", act: () => {}, seconds: 600 });
    const shown = Object.assign(document.createElement("input"), { value: url, readOnly: true });
    shown.setAttribute("aria-label", "Link for another browser");
    const line = $("toasts").lastElementChild;
    line.querySelector("span").after(shown);
    if (navigator.clipboard) {
      const copy = Object.assign(document.createElement("button"), { type: "button", textContent: "Copy" });
      copy.addEventListener("click", () => copyTo(copy, url));
      shown.after(copy);
    }
    shown.select();
    return end;
  },
};

function report(promise) {
  promise.catch((problem) => toast(problem.message));
}

const menu = document.querySelector(".menu");
menu?.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (!button) return;
  menu.open = false;
  report(Promise.resolve().then(() => deeds[button.dataset.do](button)));
});
document.addEventListener("click", (event) => {
  for (const open of document.querySelectorAll(".menu[open], #tools[open]")) {
    if (!open.contains(event.target)) open.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const open of document.querySelectorAll(".menu[open], #tools[open]")) {
    open.open = false;
    open.querySelector("summary").focus();
    event.preventDefault();
  }
}, true);

// ---- Begin ----

dress(document);
refreshTimes();
if (scroll) new ResizeObserver(() => following && follow()).observe(scroll);
setInterval(refreshTimes, 60000);
if (scroll) {
  scroll.scrollTop = scroll.scrollHeight;
  following = true;
}
connect();
