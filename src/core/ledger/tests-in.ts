import { readTestOutput } from '../snapshot/test-output.ts';
import type { CallEntry } from './entry.ts';

const noTests =
  /\bno tests? (?:found|to run|ran|were|files?|executed|is available)\b|\btests are skipped\b|\bno test files\b|\bcollected 0 items\b|\b0 passing\b|\bran 0 tests\b|# pass 0\b|\u2139 pass 0\b|\bAll tests? skipped\b|\b0 (?:tests? )?passed\b|\brunning 0 tests\b|\b0 examples\b|\bTests run: 0\b|\bExecuted 0 tests\b|\bNothing to be done for\b|\bis up to date\b/i;
const noSource = /:\w+ NO-SOURCE\b/gi;
const somePassed =
  /\b[1-9]\d* (?:tests? )?(?:passed|passing)\b|# pass [1-9]|\u2139 pass [1-9]|(?:^|\n)ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?!.*no tests to run)|\b[1-9]\d* examples?, 0 failures|\bTests run: [1-9]|\bExecuted [1-9]\d* tests?\b/;
const filtered = /\b[1-9]\d* (?:filtered out|deselected)\b/i;
const matching = /\bRan (?:all )?test(?: suites?)?.{0,40} matching\b/i;
const allSkipped =
  /\bTests:?[ \t]{1,9}(?:\d{1,9} (?:skipped|todo)[ ,|]{1,4}){1,2}(?:\d{1,9} total|\(\d{1,9}\))/i;

/** What the output of a test runner shows; `failed`: how its call ended. */
export function testsIn(text: string, failed: boolean): NonNullable<CallEntry['tests']> {
  const { verdict } = readTestOutput(text, failed);
  const plain = text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '');
  const tests: NonNullable<CallEntry['tests']> = { verdict };
  const nonePassed = !somePassed.test(plain) || allWereSkipped(plain);
  const noneRan =
    onlySkipped(plain) ||
    noTests.test(plain) ||
    (plain.match(noSource) ?? []).some((task) => /test/i.test(task)) ||
    allSkipped.test(plain) ||
    allWereSkipped(plain);
  if ((noneRan && nonePassed) || isInertScript(plain)) tests.none = true;
  if (filtered.test(plain) || matching.test(plain) || mostWereSkipped(plain)) tests.filtered = true;
  return tests;
}

function onlySkipped(text: string): boolean {
  return /\b[1-9]\d* (?:tests? )?skipped\b/i.test(text) && !somePassed.test(text);
}

/** Where a summary counts all that there are, and as many that did not run. */
function allWereSkipped(text: string): boolean {
  const maven = [...text.matchAll(/Tests run: (\d{1,9}),.{0,80}Skipped: (\d{1,9})/g)];
  if (maven.length > 0) return maven.every(([, all, skipped]) => all === skipped);
  const units = /\bRan (\d{1,9}) tests? in [^\n]{0,80}\n{1,3}OK \(skipped=(\d{1,9})\)/.exec(text);
  if (units !== null) return units[1] === units[2];
  const examples = /\b([1-9]\d*) examples?, 0 failures, (\d+) pending/.exec(text);
  return examples !== null && examples[1] === examples[2];
}

/** More were passed over than ran: what ran says little of the whole. */
function mostWereSkipped(text: string): boolean {
  let passed = 0;
  let skipped = 0;
  for (const line of text.split('\n')) {
    // A line that counts files counts no tests.
    if (/\b(?:files?|suites?)\b/i.test(line)) continue;
    passed += Number(/\b(\d{1,9}) pass(?:ed|ing)\b/.exec(line)?.[1] ?? 0);
    skipped += Number(/\b(\d{1,9}) (?:skipped|ignored|pending)\b/.exec(line)?.[1] ?? 0);
  }
  return skipped > passed && passed > 0;
}

/** Commands of a script that prove nothing by ending well. */
const inert = /^(?:echo|printf|true|:|exit 0|sleep|cat)(?:\s|$)/;

/** True where the script that a package manager names before it runs it is none that could fail: an `echo`, `true`. */
function isInertScript(text: string): boolean {
  const whole = `${text}\n`;
  const named = (underName(whole) ??
    // npm where the project has no name, yarn, bun.
    /^\s*> [\w:.-]+\n((?:> .*\n?)+)/.exec(whole) ??
    /^\s*(?:yarn run v\S+\n)?(\$ .*\n)/.exec(whole))?.[1];
  const lines = named?.split('\n').filter((line) => line !== '') ?? [];
  const parts = lines.flatMap((line) => line.slice(2).split(/&&|[|;]/));
  return lines.length > 0 && parts.every((part) => part.trim() === '' || inert.test(part.trim()));
}

/** The lines of a script, below the line with which npm names the package and the script. */
function underName(text: string): [string, string] | undefined {
  const lines = text.split('\n');
  const at = lines.findIndex(
    (line) => /^> \S{1,300} \S/.test(line) && /^> [^@ ][^ ]*@\S/.test(line),
  );
  if (at < 0) return undefined;
  const rest = lines.slice(at + 1);
  const behind = rest.findIndex((line) => !line.startsWith('> '));
  const script = rest.slice(0, behind < 0 ? rest.length : behind);
  return script.length === 0 ? undefined : ['', `${script.join('\n')}\n`];
}
