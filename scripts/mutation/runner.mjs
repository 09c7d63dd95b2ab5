// Runs tests for Stryker in one process that keeps them loaded, so that a change costs its tests and little more. The tests and
// what they import are bundled once; where a change could have spoiled them, or acts while they are loaded, they are loaded anew.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

// What `expect` and `vi` look for of the process that usually runs them.
globalThis.__vitest_worker__ = {
  config: {},
  ctx: {},
  environment: { name: 'node' },
  metaEnv: {},
  onCleanup() {},
};
const { expect, vi } = await import('vitest');
globalThis.holdfastMutation = { expect, vi };

const suitesFile = 'scripts/mutation/suites.mjs';
/** Tests that say how long something takes: they cost most, and a change shows in others. */
const ofTime = /linear time|in minutes|takes arguments|in a field of our own what/;

const knownFile = '.stryker-tmp/run/tests.json';
globalThis.__stryker__ ??= {};
const space = globalThis.__stryker__;

/** The files that the words of MUTATION_TESTS mean: a file, or a folder with all below it. */
function testFiles(root) {
  return (process.env.MUTATION_TESTS ?? '').split(',').flatMap((word) => {
    if (!word.endsWith('/')) return [word];
    return readdirSync(join(root, word), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.long.test.ts'))
      .map((name) => `${word}${name}`)
      .sort();
  });
}

/** What is made at its first use is made anew in each test, so that every test is known to use it. */
function onceATest(text) {
  return `${text.replace('export function once', 'function onceForAll')}
export const once = (make) => {
  let test, made;
  return () => {
    if (made === undefined || test !== globalThis.holdfastMutation.test) {
      test = globalThis.holdfastMutation.test;
      made = onceForAll(make);
    }
    return made();
  };
};`;
}

/** One of so many changes is tried, the same ones in every run: which, their place and kind say. */
function isInSample({ fileName, location, mutatorName, replacement }) {
  const each = Number(process.env.MUTATION_SAMPLE ?? 1);
  if (each <= 1) return true;
  const name = relative(process.cwd(), fileName);
  const text = JSON.stringify([name, location, mutatorName, replacement]);
  return createHash('sha256').update(text).digest().readUInt32BE() % each === 0;
}

/** Each file knows where it lies, although its text runs from a bundle. */
const ownPlaces = {
  name: 'own-places',
  setup(builder) {
    builder.onResolve({ filter: /^vitest$/ }, () => ({ path: resolve(suitesFile) }));
    builder.onLoad({ filter: /\.ts$/, namespace: 'file' }, ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return {
        contents: path.endsWith('/trust/once.ts') ? onceATest(contents) : contents,
        loader: 'ts',
      };
    });
  },
};

class InProcessRunner {
  #root;
  #bundle;
  #copies = 0;
  #suites = [];
  #slow = [];
  #leftOut = new Set();
  #declared;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    this.#root = process.cwd();
    this.#bundle = resolve('.stryker-tmp/run', `bundle-${process.pid}`);
    process.env.VITEST = '1';
    process.env.NODE_ENV = 'test';
    if (existsSync(knownFile)) {
      const { slow, leftOut } = JSON.parse(readFileSync(knownFile, 'utf8'));
      this.#slow = slow;
      this.#leftOut = new Set(leftOut);
    }
    await build({
      entryPoints: [suitesFile, 'test/setup.ts', ...testFiles(this.#root)],
      absWorkingDir: this.#root,
      outbase: this.#root,
      outdir: this.#bundle,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      logLevel: 'error',
      plugins: [ownPlaces],
    });
  }

  /** Loads the tests and all that they import as if for the first time. */
  async #load() {
    const copyOf = (number) => join(dirname(this.#bundle), `loaded-${process.pid}-${number}`);
    // Parts of a copy are loaded when they are needed, at the latest by what an earlier test left running.
    rmSync(copyOf(this.#copies - 1), { recursive: true, force: true });
    this.#copies += 1;
    const copy = copyOf(this.#copies);
    cpSync(this.#bundle, copy, { recursive: true });
    const load = (name) => import(pathToFileURL(join(copy, name.replace(/\.ts$/, '.mjs'))).href);
    this.#declared = await load(suitesFile);
    await load('test/setup.ts');
    this.#suites = [];
    for (const path of testFiles(this.#root)) {
      const top = await this.#declared.collect(path, () => load(path));
      for (const test of this.#declared.testsOf(top))
        test.skipped ||= ofTime.test(test.id) || this.#leftOut.has(test.id);
      this.#suites.push(top);
    }
  }

  /** Runs the tests that are wanted, to the first that fails where `bail` says so. */
  async #run(wanted, bail, each = () => {}) {
    const results = [];
    const done = (test, status, failure, timeSpentMs) => {
      each(undefined);
      results.push({
        id: test.id,
        name: test.id.slice(test.id.indexOf('#') + 1),
        fileName: resolve(test.id.slice(0, test.id.indexOf('#'))),
        timeSpentMs,
        status: status === 'passed' ? 0 : status === 'failed' ? 1 : 2,
        ...(status === 'failed' ? { failureMessage: String(failure?.message ?? failure) } : {}),
      });
      return !(bail && status === 'failed');
    };
    const begin = (test) => {
      globalThis.holdfastMutation.test = {};
      each(test.id);
    };
    // Those first that cost little, and to most changes that is all.
    const slow = new Set(this.#slow);
    const passes = bail
      ? [(test) => !slow.has(test.id), (test) => slow.has(test.id)]
      : [() => true];
    let goOn = true;
    for (const pass of passes) {
      const go = (test) => wanted(test) && pass(test);
      for (const top of this.#suites)
        goOn = goOn && (await this.#declared.runSuite(top, go, begin, done));
    }
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    process.chdir(this.#root);
    return results;
  }

  async dryRun() {
    space.activeMutant = undefined;
    space.currentTestId = undefined;
    await this.#load();
    const tests = await this.#run(
      () => true,
      false,
      (id) => {
        space.currentTestId = id;
      },
    );
    this.#slow = tests.filter(({ timeSpentMs }) => timeSpentMs > 30).map(({ id }) => id);
    // Without any change these fail too: they start the built program, which is not here.
    for (const { id, status } of tests) if (status === 1) this.#leftOut.add(id);
    if (this.#leftOut.size > tests.length / 3) {
      const { id, failureMessage } = tests.find(({ status }) => status === 1);
      return { status: 'error', errorMessage: `most tests fail, as ${id}: ${failureMessage}` };
    }
    for (const test of tests) if (test.status === 1) test.status = 2;
    writeFileSync(knownFile, JSON.stringify({ slow: this.#slow, leftOut: [...this.#leftOut] }));
    return { status: 'complete', tests, mutantCoverage: space.mutantCoverage };
  }

  async mutantRun(options) {
    // An error is counted neither as noticed nor as missed.
    if (!isInSample(options.activeMutant))
      return { status: 'error', errorMessage: 'not in the sample' };
    return this.#try(options);
  }

  async #try({ activeMutant, testFilter, hitLimit, mutantActivation, reloadEnvironment }) {
    const names = testFilter && new Set(testFilter);
    const wanted = (test) => !names || names.has(test.id);
    const attempt = async (anew) => {
      space.hitLimit = hitLimit;
      space.hitCount = 0;
      if (anew) {
        space.activeMutant = activeMutant.id;
        process.env.__STRYKER_ACTIVE_MUTANT__ = activeMutant.id;
        try {
          await this.#load();
        } catch (error) {
          return [{ id: 'loading', status: 1, failureMessage: String(error) }];
        }
      } else if (this.#suites.length === 0) await this.#load();
      space.activeMutant = activeMutant.id;
      process.env.__STRYKER_ACTIVE_MUTANT__ = activeMutant.id;
      return this.#run(wanted, true);
    };
    const anew = reloadEnvironment || mutantActivation === 'static';
    let results = await attempt(anew);
    const failed = () => results.find(({ status }) => status === 1);
    const limited = space.hitCount > space.hitLimit;
    // Something kept from earlier runs can hide a change, and a change can leave something behind.
    if (!anew && !failed() && space.hitCount === 0) {
      results = await attempt(true);
      await this.#clean();
    } else if (anew) await this.#clean();
    else if (failed() && !limited) {
      this.#rest();
      const [first] = await this.#run(({ id }) => id === failed().id, true);
      if (first?.status !== 0) {
        results = await attempt(true);
        await this.#clean();
      }
    }
    this.#rest();
    if (limited) return { status: 'timeout', reason: 'its lines ran too often' };
    const nrOfTests = results.length;
    return failed()
      ? {
          status: 'killed',
          killedBy: [failed().id],
          failureMessage: failed().failureMessage,
          nrOfTests,
        }
      : { status: 'survived', nrOfTests };
  }

  #rest() {
    space.activeMutant = undefined;
    delete process.env.__STRYKER_ACTIVE_MUTANT__;
  }

  /** The next change finds nothing of this one. */
  async #clean() {
    this.#rest();
    this.#suites = [];
  }

  dispose() {
    rmSync(this.#bundle, { recursive: true, force: true });
  }
}

export const strykerPlugins = [
  { kind: 'TestRunner', name: 'in-process', injectableClass: InProcessRunner },
];
