// Writes rows.json anew: what lodash, underscore and p-limit do with calls at given moments, on Node's mock clock.
// `node generate.mjs FOLDER`, where FOLDER/node_modules has them. Moments are in milliseconds from the row's begin.
import { mock } from 'node:test';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 }); // before underscore keeps Date.now for itself
const folder = resolve(process.argv[2]);
const require = createRequire(pathToFileURL(folder + '/'));
const lodash = require('lodash');
const underscore = require('underscore');
const { default: pLimit } = await import(pathToFileURL(folder + '/node_modules/p-limit/index.js'));
const version = (name) => require(`${folder}/node_modules/${name}/package.json`).version;
const settled = () => new Promise(setImmediate);

let seed = 20;
const random = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const pick = (choices) => choices[random(choices.length)];
const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));

async function until(begun, at) {
  while (Date.now() < begun + at) {
    mock.timers.tick(1);
    await settled();
  }
}

// -- debounce and throttle: a call in capitals asks for the same in small letters when it runs.

async function runs(make, asked) {
  const begun = Date.now();
  const found = [];
  const run = make((text) => {
    found.push([Date.now() - begun, text]);
    if (text !== text.toLowerCase()) run(text.toLowerCase());
  });
  for (const [at, what, text] of asked) {
    await until(begun, at);
    what === 'call' ? run(text) : run[what]();
  }
  await until(begun, asked.at(-1)[0] + 2000);
  return found;
}

const calls = (text) => text.split(' ').map((each) => {
  const [what, at] = each.split('@');
  return ['cancel', 'flush'].includes(what) ? [Number(at), what] : [Number(at), 'call', what];
});

// Moments are multiples of 5 and waits are not: no call comes at the very moment when a wait ends, which is left open.
function script(words, length = 8) {
  let at = 0;
  return many(length, (index) => {
    at += pick([0, 5, 10, 15, 25, 40, 80]);
    const what = pick(words);
    const letter = String.fromCharCode(97 + index);
    if (what === 'again') return [at, 'call', letter.toUpperCase()];
    return what === 'call' ? [at, 'call', letter] : [at, what];
  });
}

async function told(id, settings, make, asked) {
  return { id, ...settings, asked, runs: await runs(make, asked) };
}

async function debounces() {
  const wait = 32;
  const make = (fn) => lodash.debounce(fn, wait);
  const rows = [await told('bursts', { wait }, make, calls('a@0 b@0 c@0 d@128 e@128 f@128'))];
  for (const index of many(40, Number)) {
    rows.push(await told(`script ${index}`, { wait }, make, script(['call', 'call', 'call', 'again', 'cancel', 'flush'])));
  }
  return rows;
}

async function edges() {
  const leading = (fn) => lodash.debounce(fn, 32, { leading: true });
  const longest = (fn) => lodash.debounce(fn, 200, { maxWait: 200 });
  return [
    await told('leading', { wait: 32, leading: true }, leading, calls('a@0 b@0')),
    await told('maxWait', { wait: 200, leading: false }, longest, calls('a@0 b@190 c@201 d@210')),
  ];
}

async function throttles(library) {
  const both = { wait: 32, leading: true, trailing: true };
  const make = (settings) => (fn) => library.throttle(fn, settings.wait, settings);
  const rows = [
    await told('burst', both, make(both), calls('a@0 b@0 c@0')),
    await told('cancel', both, make(both), calls('a@0 cancel@0 b@0 c@0')),
  ];
  for (const index of many(60, Number)) {
    const settings = pick([both, { ...both, trailing: false }, { ...both, leading: false }]);
    rows.push(await told(`script ${index}`, settings, make(settings), script(['call', 'call', 'call', 'again', 'cancel'])));
  }
  return rows;
}

// -- p-limit: jobs are [asked for at, ms that it takes, whether it throws]; changes are [at, the new limit].

async function begins(limit, jobs, changes) {
  const begun = Date.now();
  const limited = pLimit(limit);
  const found = jobs.map(() => null);
  const job = (index, takes, throws) => async () => {
    found[index] = Date.now() - begun;
    await new Promise((done) => setTimeout(done, takes));
    if (throws) throw new Error('broken');
  };
  const events = [
    ...jobs.map(([at, takes, throws], index) => [at, () => limited(job(index, takes, throws)).catch(() => {})]),
    ...changes.map(([at, to]) => [at, () => { limited.concurrency = to; }]),
  ].sort(([one], [other]) => one - other);
  for (const [at, act] of events) {
    await until(begun, at);
    act();
    await settled();
  }
  await until(begun, events.at(-1)[0] + jobs.reduce((sum, [, takes]) => sum + takes, 0));
  return found;
}

async function limited(id, limit, jobs, changes = []) {
  return { id, limit, jobs, changes, begins: await begins(limit, jobs, changes) };
}

async function limits() {
  const ten = many(10, () => [0, 50, false]);
  const rows = [
    await limited('one throws', 1, [[0, 100, false], [0, 10, true], [0, 50, false]]),
    await limited('4 to 2', 4, ten, [[1, 2]]),
    await limited('2 to 4', 2, ten, [[1, 4]]),
  ];
  for (const index of many(40, Number)) {
    // A change never comes at the end of a job: which of them is first is left open.
    const jobs = many(8, () => [pick([0, 0, 10, 50, 120]), pick([10, 30, 50, 80]), random(4) === 0]);
    const changes = many(random(3), () => [random(15) * 10 + 1, 1 + random(4)]);
    changes.sort(([one], [other]) => one - other);
    rows.push(await limited(`script ${index}`, 1 + random(3), jobs, changes));
  }
  return rows;
}

// -- a search with lodash's debounce before it, of which only the answer to the newest text is drawn.

// Typed are [at, text, ms that its answer takes].
async function drawn(wait, typed) {
  const begun = Date.now();
  const found = [];
  let newest = 0;
  const ask = lodash.debounce(async (text, takes, mine) => {
    await new Promise((done) => setTimeout(done, takes));
    if (mine === newest) found.push([Date.now() - begun, text.toUpperCase()]);
  }, wait);
  for (const [at, text, takes] of typed) {
    await until(begun, at);
    newest += 1;
    ask(text, takes, newest);
  }
  await until(begun, typed.at(-1)[0] + 1000);
  return found;
}

async function searches() {
  const word = 'abcdef';
  const scripts = [['latest wins', [[210, 'a', 30], [230, 'ab', 100], [400, 'abc', 150], [480, 'abcd', 50]]]];
  for (const index of many(30, Number)) {
    let at = 0;
    const typed = many(word.length, (length) => {
      at += pick([15, 25, 55, 105, 155]);
      return [at, word.slice(0, length + 1), pick([12, 52, 102, 152])];
    });
    scripts.push([`script ${index}`, typed]);
  }
  const rows = [];
  for (const [id, typed] of scripts) rows.push({ id, wait: 40, typed, drawn: await drawn(40, typed) });
  return rows;
}

const versions = { lodash: version('lodash'), underscore: version('underscore'), 'p-limit': version('p-limit') };
const tables = {
  versions: [versions],
  debounce: await debounces(),
  edges: await edges(),
  'throttle of lodash': await throttles(lodash),
  'throttle of underscore': await throttles(underscore),
  limit: await limits(),
  search: await searches(),
};
const lines = (rows) => rows.map((row) => JSON.stringify(row)).join(',\n');
console.log(`{\n${Object.entries(tables).map(([name, rows]) => `"${name}": [\n${lines(rows)}\n]`).join(',\n')}\n}`);
