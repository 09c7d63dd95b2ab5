import { onShort } from '../bounded-match.ts';
import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { redact } from '../trust/redact.ts';
import { untrusted } from '../trust/untrusted.ts';
import { commandKey } from './command-key.ts';
import { errorLine } from './error-line.ts';
import { type Family, type FoldContext, keep, succeeded } from './family.ts';
import { limits } from './limits.ts';
import { dropRow, entriesOf, newTable, putRow, type Table } from './table.ts';
import { testRunner } from './test-command.ts';
import { readTestOutput, type TestRun } from './test-output.ts';

interface FailingRow {
  name: string;
  line?: string;
  command: string;
  runner: string;
  from: Provenance;
}

export type FailingTests = Table<FailingRow>;

/** Tests that failed in their last run. A run that is green, or that shows a test as passing, takes it out. */
export const tests: Family<FailingTests> = {
  initial: () => newTable(),

  step(state: FailingTests, item: ConversationItem, context: FoldContext): void {
    const { call } = context;
    if (item.type !== 'result' || call?.kind !== 'shell' || call.command === undefined) return;
    const runner = testRunner(call.command);
    const { outcome, text, length, exitCode, backgroundId } = item.result;
    if (runner === undefined || backgroundId !== undefined) return;
    if (outcome !== 'ok' && outcome !== 'failed') return;
    const key = commandKey(call.command);
    if (key === undefined || key.sort !== 'check') return;
    const command = keep(key.command, 240);
    const run = readTestOutput(text, !succeeded(item));
    const verdict = run.verdict === 'unknown' && !key.piped ? 'green' : run.verdict;
    if (verdict === 'green') {
      settle(state, runner, command);
      return;
    }
    for (const name of run.passing) dropRow(state, rowKey(runner, name));
    if (verdict === 'unknown') return;
    if (length <= text.length) dropOfCommand(state, command);
    add(
      state,
      run,
      { runner, command, from: context.from },
      exitCode === undefined ? '' : `exit ${exitCode}`,
      text,
    );
  },

  facts: (state) =>
    entriesOf(state).map(([, row]): Fact => {
      const detail = row.line ? `${row.line} (${row.command})` : row.command;
      return { kind: 'test.failing', value: row.name, detail, state: 'failed', from: row.from };
    }),
};

function rowKey(runner: string, name: string): string {
  return `${runner} ${name}`;
}

function add(
  state: FailingTests,
  run: TestRun,
  base: { runner: string; command: string; from: Provenance },
  exit: string,
  text: string,
): void {
  if (run.failing.length === 0) {
    const line = [exit, errorLine(text)].filter((part) => part !== '').join(', ');
    putRow(
      state,
      rowKey(base.runner, base.command),
      { ...base, name: base.command, line },
      limits.failingTests,
    );
  }
  for (const { name, line } of run.failing) {
    const row: FailingRow = { ...base, name: untrusted(redact(name), 240) };
    if (line !== undefined) row.line = untrusted(redact(line), 160);
    putRow(state, rowKey(base.runner, row.name), row, limits.failingTests);
  }
}

function dropOfCommand(state: FailingTests, command: string): void {
  for (const [key, row] of entriesOf(state)) if (row.command === command) dropRow(state, key);
}

/** A green run settles its own earlier failures, those it names, and, when it selects nothing, all of its runner. */
function settle(state: FailingTests, runner: string, command: string): void {
  const whole = isWhole(command);
  for (const [key, row] of entriesOf(state)) {
    const related = row.runner === runner || runner === 'make' || row.runner === 'make';
    if (!related && row.command !== command) continue;
    const names = [row.name, ...row.name.split(/::|\s>\s|\/(?=\w+$)/)].filter(
      (part) => part.length > 3,
    );
    if (whole || row.command === command || names.some((name) => command.includes(name)))
      dropRow(state, key);
  }
}

/** True when a command line selects no tests: no file, no name, no pattern. */
function isWhole(command: string): boolean {
  return !onShort(
    /\s(?:-k|-t|-m|-g|--grep|--filter|-run|--run=?\w|--testNamePattern|-Dtest|--tests|--test-name-pattern)\b|\s\S*(?:\.(?:py|ts|tsx|js|jsx|mjs|cjs|rs|rb|php|go|java|kt)\b|::)|\s\.\/(?!\.\.\.)\S+|\s(?:tests?|src|spec|pkg|internal|cmd)\/\S+/,
    1_000,
  ).test(command.slice(0, 1_000));
}
