import type { ConversationItem } from '../conversation.ts';
import { addShown, newCoverage } from '../evidence/coverage.ts';
import { shownFiles } from '../evidence/read-evidence.ts';
import { keep } from '../snapshot/family.ts';
import { isScratch, resolvePath } from '../snapshot/paths.ts';
import { questionIn } from '../snapshot/question-text.ts';
import { saidByPerson } from '../snapshot/said.ts';
import { fileEffects } from '../snapshot/shell-effects.ts';
import { testRunner } from '../snapshot/test-command.ts';
import { readTestOutput } from '../snapshot/test-output.ts';
import { verdictOf } from '../snapshot/verdict.ts';
import type { ToolCall, ToolResult } from '../tool.ts';
import type { AnswerEntry, CallEntry, FileAfter, LedgerEntry } from './entry.ts';

/** What collecting asks of the machine. */
export interface CollectPorts {
  /** SHA-256 in hexadecimal. */
  digest(text: string): string;
  /** The file as it is now. */
  readText(path: string): string | undefined;
  /** ISO time of this moment. */
  now: string;
}

/** What a reading must know to go on where the last one ended. */
export interface CollectState {
  order: number;
  cwd?: string;
  question?: string;
  /** Every call that is known, by id. */
  calls: Map<string, CallEntry>;
  /** Results that stand before their calls; the latest of them are remembered until the reading ends. */
  early?: Map<string, ResultItem>;
}

type ResultItem = ConversationItem & { type: 'result' };

const mostEarly = 200;

const longestCommand = 4_000;
const longestSaid = 600;

export function newCollectState(): CollectState {
  return { order: 0, calls: new Map() };
}

/** Takes one item of a record in; what became known by it goes to `emit`. Copies of earlier rows change nothing. */
export function collectItem(
  state: CollectState,
  item: ConversationItem,
  ports: CollectPorts,
  emit: (entry: LedgerEntry) => void,
): void {
  if (item.replayed) return;
  let index = 0;
  const answer = (
    by: AnswerEntry['by'],
    question: string,
    text: string,
    verdict?: 'yes' | 'no',
  ) => {
    state.order += 1;
    const judged = verdict ?? verdictOf(question, text);
    emit({
      v: 1,
      kind: 'answer',
      id: `answer ${item.id ?? `@${item.at.offset}`}/${index++}`,
      source: 'record',
      ...(item.time === undefined ? {} : { time: item.time }),
      began: state.order,
      ended: state.order,
      by,
      question: keep(question, longestSaid),
      answer: keep(text, longestSaid),
      ...(judged === undefined ? {} : { verdict: judged }),
    });
  };
  if (item.type === 'place') {
    if (item.cwd) state.cwd = item.cwd;
  } else if (item.type === 'assistant') {
    const question = questionIn(item.text);
    if (question === undefined) delete state.question;
    else state.question = keep(question, longestSaid);
  } else if (item.type === 'user') {
    const said = saidByPerson(item);
    if (said === undefined) return;
    if (state.question !== undefined) answer('prompt', state.question, said);
    delete state.question;
  } else if (item.type === 'call') {
    delete state.question;
    const begun = begin(state, item.call, item, emit);
    const early = begun && state.early?.get(begun.id);
    if (early) collectItem(state, early, ports, emit);
  } else if (item.type === 'result') {
    const known = state.calls.get(item.result.callId);
    if (known === undefined) rememberEarly(state, item);
    if (known === undefined || known.ended !== undefined) return;
    state.order += 1;
    const done = finish(known, item.result, state.order, item.time, ports);
    state.calls.set(known.id, done);
    emit(done);
    if (known.does === 'question') {
      for (const one of item.result.answers ?? []) answer('dialog', one.question, one.answer);
    }
    const plan = item.result.acceptedPlan;
    if (plan !== undefined) {
      const title = /^#{0,3}\s*(\S.*)$/m.exec(plan.text)?.[1] ?? '';
      answer('dialog', `Accept the plan ${plan.path ?? ''} "${title}"?`, 'accepted', 'yes');
    }
  }
}

function rememberEarly(state: CollectState, item: ResultItem): void {
  state.early ??= new Map();
  state.early.set(item.result.callId, item);
  if (state.early.size <= mostEarly) return;
  for (const oldest of state.early.keys()) {
    state.early.delete(oldest);
    return;
  }
}

/** The entry of a call that is new; undefined for a copy. */
function begin(
  state: CollectState,
  call: ToolCall,
  item: ConversationItem,
  emit: (entry: LedgerEntry) => void,
): CallEntry | undefined {
  const id = call.id ?? `@${item.at.offset}/${call.name}`;
  if (state.calls.has(id)) return undefined;
  state.order += 1;
  const cwd = call.cwd === undefined ? state.cwd : resolvePath(call.cwd, state.cwd);
  const entry: CallEntry = {
    v: 1,
    kind: 'call',
    id,
    source: 'record',
    began: state.order,
    tool: keep(call.name, 120),
    does: call.kind,
    paths: call.paths.slice(0, 50).map((path) => resolvePath(path, cwd)),
    outcome: 'unknown',
  };
  if (item.time !== undefined) entry.time = item.time;
  if (cwd !== undefined) entry.cwd = cwd;
  if (call.range !== undefined) entry.range = call.range;
  if (call.background) entry.background = true;
  if (call.command !== undefined) {
    entry.command = keep(call.command, longestCommand);
    if (call.otherShell || call.command.length > longestCommand) entry.unjudged = true;
  }
  state.calls.set(id, entry);
  emit(entry);
  return entry;
}

function finish(
  known: CallEntry,
  result: ToolResult,
  ended: number,
  time: string | undefined,
  ports: CollectPorts,
): CallEntry {
  const { exitCode, backgroundId, text, length } = result;
  const outcome = result.outcome === 'ok' && (exitCode ?? 0) !== 0 ? 'failed' : result.outcome;
  const done: CallEntry = { ...known, ended, outcome };
  if (time !== undefined) done.time = time;
  if (exitCode !== undefined) done.exitCode = exitCode;
  if (backgroundId !== undefined) done.background = true;
  done.output = { sha256: ports.digest(text), characters: length };
  if (result.partial || length > text.length) done.output.cut = true;
  if (done.command !== undefined && testRunner(done.command)) {
    done.tests = testsIn(text, outcome !== 'ok');
  }
  const changed = changedBy(done).map((path) => after(path, ports));
  if (changed.length > 0) done.changed = changed;
  const shown = shownFiles(
    {
      name: known.tool,
      kind: known.does,
      paths: known.paths,
      range: known.range,
      command: known.command,
      background: done.background,
    },
    result,
    { cwd: known.cwd ?? '' },
  ).flatMap((one) => {
    const file = ports.readText(one.path);
    if (file === undefined) return [];
    const { lines, ranges } = addShown(newCoverage(file), file, one);
    return [{ path: one.path, sha256: ports.digest(file), lines, ranges }];
  });
  if (shown.length > 0) done.shown = shown;
  return done;
}

const noTests =
  /\bno tests? (?:found|to run|ran|were|files?)\b|\bno test files\b|\bcollected 0 items\b|\b0 passing\b|\bran 0 tests\b|\bTests:?\s+(?:\d+ (?:skipped|todo)[ ,|]*)+(?:\d+ total|\(\d+\))|# pass 0\b|\u2139 pass 0\b|\bAll tests? skipped\b|\b0 passed\b|\brunning 0 tests\b/i;
const somePassed =
  /\b[1-9]\d* (?:tests? )?(?:passed|passing)\b|# pass [1-9]|\u2139 pass [1-9]|(?:^|\n)ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?!.*no tests to run)/;
const filtered =
  /\b[1-9]\d* (?:filtered out|deselected)\b|\bRan (?:all )?test(?: suites?)?.{0,40} matching\b/i;

function testsIn(text: string, failed: boolean): NonNullable<CallEntry['tests']> {
  const { verdict } = readTestOutput(text, failed);
  const plain = text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '');
  const tests: NonNullable<CallEntry['tests']> = { verdict };
  if (onlySkipped(plain) || (noTests.test(plain) && !somePassed.test(plain))) tests.none = true;
  if (filtered.test(plain)) tests.filtered = true;
  return tests;
}

function onlySkipped(text: string): boolean {
  return /\b[1-9]\d* skipped\b/i.test(text) && !somePassed.test(text);
}

/** The files that a call changed, or may have begun to change: a change that failed midway counts. */
function changedBy(entry: CallEntry): string[] {
  if (entry.outcome === 'denied') return [];
  if (entry.does === 'edit' || entry.does === 'write') {
    return entry.outcome === 'failed' ? [] : entry.paths;
  }
  if (entry.does !== 'shell' || entry.command === undefined) return [];
  const paths = fileEffects(entry.command, entry.cwd).flatMap((effect) => {
    if (effect.type === 'read' || effect.type === 'stage' || effect.path === undefined) return [];
    return effect.type === 'move' ? [effect.path, effect.to] : [effect.path];
  });
  return [...new Set(paths)].filter((path) => !isScratch(path, entry.cwd)).slice(0, 200);
}

function after(path: string, ports: CollectPorts): FileAfter {
  const text = ports.readText(path);
  return text === undefined
    ? { path, taken: ports.now }
    : { path, sha256: ports.digest(text), taken: ports.now };
}
