import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installed } from './installed.ts';

type Scope = Record<string, unknown>;

/**
 * Runs the hook program as `init` installed it, by the `start.cjs` that `init` wrote, in this process: starting one for
 * each of some thousand calls takes minutes. What the program reads, decodes, compiles and runs is what is installed;
 * its standard input, its answer, its arguments, variables and end are the caller's. `driver.test.ts` holds this against
 * real processes.
 */
export function runInstalledHook(
  args: readonly string[],
  env: Record<string, string>,
  input: readonly Buffer[],
): Promise<string> {
  const start = join(installed().runtime, 'start.cjs');
  return new Promise((done, fail) => {
    const timers = new Set<NodeJS.Timeout>();
    const answer: Buffer[] = [];
    let ended = false;
    const exit = (): void => {
      if (ended) return;
      ended = true;
      for (const timer of timers) clearTimeout(timer);
      done(Buffer.concat(answer).toString('utf8'));
    };
    const scope: Scope = {
      process: programProcess([process.execPath, start, ...args], env, exit),
      setTimeout(work: () => void, ms: number) {
        const timer = setTimeout(work, ms);
        timers.add(timer);
        return timer;
      },
    };
    const files = { ...fs, read: reader(input), writeSync: writer(answer) };
    const real = createRequire(start);
    const load = (name: string): unknown => {
      if (name === 'node:fs') return files;
      if (name === 'node:vm') return { Script: scriptIn(scope) };
      return real(name);
    };
    const module = { exports: {} };
    const run = inScope(
      `(function (require, module, exports, __dirname) {${fs.readFileSync(start, 'utf8')}\n})`,
      scope,
    );
    try {
      run(load, module, module.exports, installed().runtime);
    } catch (error) {
      fail(error);
    }
  });
}

/** This process as the program sees its own: with other words, variables and another end. */
function programProcess(argv: string[], env: Record<string, string>, exit: () => void): unknown {
  const kill = (pid: number, signal?: string): void => {
    if (pid === process.pid) exit();
    else process.kill(pid, signal);
  };
  const own = { argv, env: { ...env }, exit, kill, exitCode: undefined };
  const described = Object.entries({ ...own, on: () => undefined });
  return Object.create(
    process,
    Object.fromEntries(described.map(([name, value]) => [name, { value, writable: true }])),
  );
}

/** Standard input to which these pieces were written one after the other. */
function reader(input: readonly Buffer[]): unknown {
  const pieces = [...input];
  return (
    fd: number,
    bytes: Buffer,
    offset: number,
    length: number,
    position: number | null,
    then: (error: Error | null, count: number) => void,
  ) => {
    if (fd !== 0) return fs.read(fd, bytes, offset, length, position, then);
    const piece = pieces.shift() ?? Buffer.alloc(0);
    const count = piece.copy(bytes, offset, 0, length);
    if (count < piece.length) pieces.unshift(piece.subarray(count));
    setImmediate(then, null, count);
  };
}

/** Standard output that is kept. */
function writer(answer: Buffer[]): unknown {
  return (fd: number, bytes: Buffer, ...more: never[]) => {
    if (fd !== 1) return fs.writeSync(fd, bytes, ...more);
    answer.push(Buffer.from(bytes));
    return bytes.length;
  };
}

/** Node's `Script` for a loader: what it compiles sees the scope. */
function scriptIn(scope: Scope): unknown {
  return class {
    readonly text: string;
    constructor(text: string) {
      this.text = text;
    }
    runInThisContext(): unknown {
      return inScope(this.text, scope);
    }
  };
}

const compiled = new Map<string, (...scope: unknown[]) => Run>();
type Run = (...given: unknown[]) => unknown;

function inScope(text: string, scope: Scope): Run {
  let make = compiled.get(text);
  if (make === undefined) {
    make = new Function(...Object.keys(scope), `return ${text}`) as (...scope: unknown[]) => Run;
    compiled.set(text, make);
  }
  return make(...Object.values(scope));
}
