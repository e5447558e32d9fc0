// A worker, 300 MB, JSON, and a function that gets hot.
function hot(n) { let s = 0; for (let i = 0; i < n; i++) s = (s * 31 + i) | 0; return s; }
for (let i = 0; i < 100; i++) hot(1000);
const held = Array.from({ length: 30 }, () => new Uint8Array(10 << 20).fill(1));
const said = JSON.parse(JSON.stringify(Array.from({ length: 100000 }, (_, i) => ({ i }))));
const worker = new Worker("data:text/javascript,postMessage(6 * 7)", { type: "module" });
worker.onmessage = ({ data }) => {
  if (data === 42 && held.length === 30 && said.length === 100000) console.log("done");
  worker.terminate();
};
