// A worker, 300 MB, JSON, and a function that is compiled when it is hot. Where nothing is compiled, the count is a million.
import { numberOfDFGCompiles } from "bun:jsc";
function hot(n) { let s = 0; for (let i = 0; i < n; i++) s = (s * 31 + i) | 0; return s; }
for (let i = 0; i < 5000; i++) hot(1000);
const held = Array.from({ length: 30 }, () => Buffer.alloc(10 << 20, 1));
const said = JSON.parse(JSON.stringify(Array.from({ length: 100000 }, (_, i) => ({ i }))));
const worker = new Worker("data:text/javascript,postMessage(6 * 7)");
worker.onmessage = ({ data }) => {
  const compiled = numberOfDFGCompiles(hot);
  if (data === 42 && held.length === 30 && said.length === 100000 && compiled > 0 && compiled < 1000) console.log("done");
  else console.log("not done: compiled " + compiled);
  worker.terminate();
};
