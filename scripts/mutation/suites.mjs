// Stands in for `vitest` where the runner bundles the tests: what a file declares is kept, to be run as often as wanted.

const { expect, vi } = globalThis.holdfastMutation;

export { expect, vi };

const suite = (name, parent) => ({
  name,
  parent,
  children: [],
  beforeAll: [],
  afterAll: [],
  beforeEach: [],
  afterEach: [],
});

/** What every file declared, one suite a file. */
let current;

/** Declares the suites of a file. `load` imports it. */
export async function collect(path, load) {
  current = suite(path, undefined);
  const top = current;
  await load();
  return top;
}

function argumentsOf(args) {
  const body = args.find((arg) => typeof arg === 'function');
  const options = args.find((arg) => typeof arg === 'object' && arg !== null) ?? {};
  return { body, options };
}

function addSuite(skipped, name, args) {
  const { body } = argumentsOf(args);
  const made = suite(String(name), current);
  current.children.push(made);
  if (skipped || !body) return;
  const outer = current;
  current = made;
  const ended = body();
  if (ended instanceof Promise) throw new Error(`the suite "${name}" is asynchronous`);
  current = outer;
}

function addTest(skipped, name, args) {
  const { body } = argumentsOf(args);
  current.children.push({ name: String(name), parent: current, body, skipped: skipped || !body });
}

function named(name, values, index) {
  let at = 0;
  return `${String(name).replace(/%[a-z]/g, () => String(values[at++]).slice(0, 60))} (${index})`;
}

function declarer(add) {
  const make = (skipped) => {
    const declare = (name, ...args) => add(skipped, name, args);
    declare.each =
      (table, ...holes) =>
      (name, ...args) => {
        if (holes.length > 0) throw new Error('tables in template strings are not supported');
        const { body, options } = argumentsOf(args);
        for (const [index, row] of table.entries()) {
          const values = Array.isArray(row) ? row : [row];
          add(skipped, named(name, values, index), [options, () => body(...values)]);
        }
      };
    declare.skipIf = (condition) => make(skipped || Boolean(condition));
    declare.runIf = (condition) => make(skipped || !condition);
    Object.defineProperty(declare, 'skip', { get: () => make(true) });
    declare.concurrent = declare;
    declare.sequential = declare;
    return declare;
  };
  return make(false);
}

export const describe = declarer(addSuite);
export const it = declarer(addTest);
export const test = it;

const hook = (kind) => (body) => current[kind].push(body);
export const beforeAll = hook('beforeAll');
export const afterAll = hook('afterAll');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');

let finished = [];
export const onTestFinished = (body) => finished.push(body);

/** Every test of a suite with its own id. */
export function testsOf(top) {
  const tests = [];
  const seen = new Map();
  const walk = (node, names) => {
    for (const child of node.children) {
      const path = [...names, child.name];
      if (child.children) {
        walk(child, path);
        continue;
      }
      const plain = `${top.name}#${path.join(' ')}`;
      const again = seen.get(plain) ?? 0;
      seen.set(plain, again + 1);
      child.id = again === 0 ? plain : `${plain} [${again}]`;
      tests.push(child);
    }
  };
  walk(top, []);
  return tests;
}

/**
 * Runs the tests that `wanted` says, with the hooks that they need. `before` is told each test; `done` is told how it ended, and
 * answers false when no more are to be run.
 */
export async function runSuite(node, wanted, before, done) {
  if (!testsWithin(node).some(wanted)) return true;
  const ended = [];
  let failure;
  let goOn = true;
  try {
    for (const body of node.beforeAll) {
      const end = await body();
      if (typeof end === 'function') ended.push(end);
    }
  } catch (error) {
    failure = error;
  }
  for (const child of node.children) {
    if (!goOn) break;
    if (child.children && !failure) {
      goOn = await runSuite(child, wanted, before, done);
      continue;
    }
    for (const test of child.children ? testsWithin(child) : [child]) {
      if (!goOn || !wanted(test)) continue;
      goOn = await runTest(test, failure, before, done);
    }
  }
  for (const body of [...node.afterAll].reverse().concat(ended)) await quietly(body);
  return goOn;
}

async function runTest(test, failedBefore, before, done) {
  if (test.skipped) return done(test, 'skipped', undefined, 0);
  before(test);
  const began = performance.now();
  const outer = [];
  for (let node = test.parent; node; node = node.parent) outer.unshift(node);
  let failure = failedBefore;
  const ended = [];
  finished = [];
  try {
    if (!failure) {
      for (const node of outer) {
        for (const body of node.beforeEach) {
          const end = await body();
          if (typeof end === 'function') ended.push(end);
        }
      }
      await test.body({ task: { name: test.name }, onTestFinished, expect });
    }
  } catch (error) {
    failure = error ?? new Error('nothing was thrown');
  }
  const after = [...outer].reverse().flatMap((node) => node.afterEach);
  for (const body of [...after, ...ended.reverse(), ...finished.reverse()]) {
    const thrown = await quietly(body);
    failure ??= thrown;
  }
  return done(test, failure ? 'failed' : 'passed', failure, performance.now() - began);
}

async function quietly(body) {
  try {
    await body();
    return undefined;
  } catch (error) {
    return error ?? new Error('nothing was thrown');
  }
}

function testsWithin(node) {
  return node.children.flatMap((child) => (child.children ? testsWithin(child) : [child]));
}
