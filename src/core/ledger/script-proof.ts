import { parseShell } from '../shell/parse.ts';
import { isReadOnlyProgram } from '../shell/programs.ts';
import type { SimpleCommand } from '../shell/script.ts';
import { testRunner } from '../snapshot/test-command.ts';

/** Commands that prove nothing by ending well. */
const inert = /^(?:echo|printf|true|:|exit 0|sleep|cat)(?:\s|$)/;
const failing = /^(?:false|exit [1-9])/;
/** A script of the project by another one. */
const calling = /^(?:npm|pnpm|yarn|bun)\s(?:.{0,80}\s)?\S*(?:test|spec|check|verify|unit|e2e)/;

/**
 * Why scripts that ended well prove nothing of what they run, as the end of a sentence; undefined where they may. A script that only
 * prints ends well by itself; so does one that hides how its tests ended (`|| true`, `; true`, a pipe).
 */
export function provesNothing(scripts: readonly string[]): string | undefined {
  if (scripts.length === 0) return undefined;
  const ends = scripts.map(endOf);
  if (ends.includes('hidden')) return 'its script ends well however its tests end';
  return ends.every((end) => end === 'inert')
    ? 'its script runs nothing that could fail'
    : undefined;
}

function endOf(script: string): 'inert' | 'hidden' | 'telling' {
  const parsed = parseShell(script);
  if ('unclear' in parsed) return hidesByText(script) ? 'hidden' : 'telling';
  const commands = parsed.commands;
  const telling = commands.map((one, at) => [textOf(one), isHidden(commands, at), one] as const);
  const real = telling.filter(([text, , one]) => text !== '' && !inert.test(text) && !prints(one));
  if (
    real.some(([text, hidden]) => hidden && (testRunner(text) !== undefined || calling.test(text)))
  )
    return 'hidden';
  return real.every(([, hidden]) => hidden) ? 'inert' : 'telling';
}

/** A one-liner that only prints: whatever it says, nothing was looked at. */
function prints({ words }: SimpleCommand): boolean {
  return (
    /^(?:node|python3?|ls|pwd|date|uname|env)$/.test(words[0]?.text ?? '') &&
    isReadOnlyProgram(words)
  );
}

function textOf({ words }: SimpleCommand): string {
  return words.map(({ text }) => text).join(' ');
}

/** True for a command whose failure a script survives, or that never runs. */
function isHidden(commands: readonly SimpleCommand[], at: number): boolean {
  const isPiped = commands[at + 1]?.joint === '|';
  if (isPiped && !commands.slice(0, at).some(setsPipefail)) return true;
  const next = commands.findIndex((one, index) => index > at && one.joint === ';');
  if (next >= 0 && !commands.slice(0, at).some(endsEarly)) return true;
  const list = commands.slice(0, next < 0 ? undefined : next);
  if (list.some((one, index) => index > at && one.joint === '||' && !failing.test(textOf(one))))
    return true;
  const before = commands[at - 1];
  return commands[at]!.joint === '||' && before !== undefined && inert.test(textOf(before));
}

function setsPipefail({ words }: SimpleCommand): boolean {
  return words[0]?.text === 'set' && words.some(({ text }) => text === 'pipefail');
}

/** `set -e`: the first command that fails ends the script. */
function endsEarly({ words }: SimpleCommand): boolean {
  return words[0]?.text === 'set' && words.some(({ text }) => /^-[a-z]*e/.test(text));
}

/** Of a script with brackets and conditions. */
function hidesByText(script: string): boolean {
  return /(?:\|\||;)\s{0,9}(?:true|:|exit 0)\s{0,9}[;)}]{0,3}\s{0,9}$/.test(script.slice(-400));
}

const settings = /^(?:CI|NODE_ENV|TZ|FORCE_COLOR|NO_COLOR|PYTHONPATH|RUST_BACKTRACE)=/;
const wholeRuns = new Set([
  'jest',
  'vitest run',
  'vitest --run',
  'mocha',
  'ava',
  'tap',
  'node --test',
  'node --import tsx --test',
  'tsx --test',
  'playwright test',
  'pytest',
  'python -m pytest',
  'python -m unittest',
  'go test ./...',
  'cargo test',
  'cargo test --workspace',
  'bun test',
  'deno test',
  'rspec',
  'phpunit',
  'mix test',
]);

/** True for scripts of which each is a known runner of tests without any word that narrows what it runs. */
export function runsWholeTests(scripts: readonly string[]): boolean {
  return (
    scripts.length > 0 &&
    scripts.every((script) => {
      const parsed = parseShell(script);
      if ('unclear' in parsed || parsed.commands.length !== 1) return false;
      const { words, assignments, redirects } = parsed.commands[0]!;
      if (redirects.length > 0 || assignments.some(({ text }) => !settings.test(text)))
        return false;
      const texts = words.map(({ text }) => text);
      const own =
        texts[0] === 'cross-env' ? texts.slice(1).filter((text) => !settings.test(text)) : texts;
      return wholeRuns.has(own.filter((text) => !/^--(?:coverage|ci)$/.test(text)).join(' '));
    })
  );
}
