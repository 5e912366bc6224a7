// The textbook bugs under fast-check's scheduler. Prints one JSON line: for each bug the runs to the first failure of
// every seed (null where none of RUNS failed), and the milliseconds that took.
// node fast_check.mjs FOLDER_WITH_NODE_MODULES RUNS SEEDS
import { createRequire } from "node:module";
import path from "node:path";

const [folder, runs, seeds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const fc = createRequire(path.resolve(folder, "package.json"))("fast-check");

// Both halves of a call are scheduled: its effect, and its reply.
function remote(scheduler, effect) {
  return async (...args) => {
    const value = await scheduler.schedule(Promise.resolve(), "effect").then(() => effect(...args));
    await scheduler.schedule(Promise.resolve(), "reply");
    return value;
  };
}

async function lostUpdate(s) {
  let n = 0;
  const get = remote(s, () => n);
  const set = remote(s, (value) => { n = value; });
  const add = async () => set((await get()) + 1);
  s.schedule(Promise.resolve(), "first").then(add);
  s.schedule(Promise.resolve(), "second").then(add);
  await s.waitIdle();
  return n === 2;
}

async function staleCache(s) {
  let stored = "old";
  const kept = new Map();
  const get = remote(s, () => stored);
  const set = remote(s, (value) => { stored = value; });
  const read = async () => {
    if (!kept.has("k")) kept.set("k", await get());
    return kept.get("k");
  };
  const write = async (value) => { await set(value); kept.delete("k"); };
  s.schedule(Promise.resolve(), "reader").then(read);
  s.schedule(Promise.resolve(), "writer").then(() => write("new"));
  s.schedule(Promise.resolve(), "second reader").then(read);
  await s.waitIdle();
  const last = read();
  await s.waitIdle();
  return (await last) === "new";
}

async function aba(s, noises) {
  const next = { head: "a", a: "b", b: "c", c: null };
  let free = [];
  let broken = false;
  const get = remote(s, (key) => next[key]);
  const swap = remote(s, (key, old, value) => {
    if (next[key] !== old) return false;
    next[key] = value;
    broken ||= free.includes(value);
    return true;
  });
  const pop = remote(s, () => {
    const head = next.head;
    if (head !== null) { next.head = next[head]; free.push(head); }
    return head;
  });
  const push = remote(s, (node) => {
    if (node === null) return;
    [next[node], next.head] = [next.head, node];
    free = free.filter((each) => each !== node);
  });
  const set = remote(s, (key, value) => { next[key] = value; });
  const take = async () => { const head = await get("head"); await swap("head", head, await get(head)); };
  const cycle = async () => { const first = await pop(); await pop(); await push(first); };
  const noise = async () => { await get("noise"); await set("noise", 1); };
  s.schedule(Promise.resolve(), "taker").then(take);
  s.schedule(Promise.resolve(), "cycler").then(cycle);
  for (let i = 0; i < noises; i++) s.schedule(Promise.resolve(), "noise").then(noise);
  await s.waitIdle();
  return !broken;
}

const bugs = {
  "lost update": lostUpdate,
  "stale cache": staleCache,
  "ABA and one noise": (s) => aba(s, 1),
  "ABA and two noises": (s) => aba(s, 2),
};
const told = {};
for (const [name, holds] of Object.entries(bugs)) {
  const began = performance.now();
  const found = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const property = fc.asyncProperty(fc.scheduler(), holds);
    const result = await fc.check(property, { seed, numRuns: runs, endOnFailure: true });
    found.push(result.failed ? result.numRuns : null);
  }
  told[name] = { found, ms: performance.now() - began };
}
console.log(JSON.stringify(told));
