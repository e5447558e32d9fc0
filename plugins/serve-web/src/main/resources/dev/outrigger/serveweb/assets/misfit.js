// What somebody types beside what a tool wants, as far as that is seen at a glance. jp checks all of it when it is sent.

const kinds = {
  string: ["a text", (value) => typeof value === "string"],
  number: ["a number", (value) => typeof value === "number"],
  integer: ["a whole number", Number.isInteger],
  boolean: ["true or false", (value) => typeof value === "boolean"],
  array: ["a list", Array.isArray],
  object: ["an object", (value) => value !== null && typeof value === "object" && !Array.isArray(value)],
  null: ["null", (value) => value === null],
};

const list = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : words[0]);

/** The first thing that is wrong, as a sentence; "" when none was seen. */
export function misfit(value, schema, where = "") {
  if (!kinds.object[1](schema ?? null)) return "";
  const what = where || "The whole";
  const wanted = [schema.type ?? []].flat().filter((type) => type in kinds);
  if (wanted.length && !wanted.some((type) => kinds[type][1](value))) {
    return `${what} has to be ${list(wanted.map((type) => kinds[type][0]))}.`;
  }
  const allowed = "const" in schema ? [schema.const] : schema.enum;
  if (Array.isArray(allowed) && !allowed.some((each) => JSON.stringify(each) === JSON.stringify(value))) {
    return `${what} has to be ${list(allowed.map((each) => JSON.stringify(each)))}.`;
  }
  return Array.isArray(value) ? misfitOfItems(value, schema, where) : kinds.object[1](value) ? misfitOfFields(value, schema, where) : "";
}

function misfitOfItems(items, schema, where) {
  for (const [at, item] of items.entries()) {
    const wrong = misfit(item, schema.items, `${where}[${at + 1}]`);
    if (wrong) return wrong;
  }
  return "";
}

function misfitOfFields(fields, schema, where) {
  const within = (name) => (where ? `${where}.${name}` : name);
  const known = schema.properties ?? {};
  const missing = [schema.required ?? []].flat().find((name) => !Object.hasOwn(fields, name));
  if (missing !== undefined) return `${within(missing)} is missing.`;
  for (const [name, value] of Object.entries(fields)) {
    const other = !Object.hasOwn(known, name);
    if (other && schema.additionalProperties === false && !schema.patternProperties) return `${within(name)} is not known.`;
    const wrong = misfit(value, other ? undefined : known[name], within(name));
    if (wrong) return wrong;
  }
  return "";
}
