import { addShown, newCoverage } from '../evidence/coverage.ts';
import { shownFiles } from '../evidence/read-evidence.ts';
import { fingerprint } from '../hash.ts';
import { keep } from '../snapshot/family.ts';
import { isScratch, resolvePath } from '../snapshot/paths.ts';
import { fileEffects } from '../snapshot/shell-effects.ts';
import { testRunner } from '../snapshot/test-command.ts';
import type { ToolCall, ToolResult } from '../tool.ts';
import type { CallEntry, EvidenceSource, FileAfter } from './entry.ts';
import { printedScripts } from './printed-scripts.ts';
import { showsNoTests, testsIn } from './tests-in.ts';

/** What making an entry asks of the machine. */
export interface EntryPorts {
  /** SHA-256 in hexadecimal. */
  digest(text: string): string;
  /** The file as it is now. */
  readText(path: string): string | undefined;
  /** ISO time of this moment. */
  now: string;
}

/** What is known of a call besides its input. */
export interface CallPlace {
  id: string;
  source: EvidenceSource;
  began: number;
  agent?: string | undefined;
  time?: string | undefined;
  /** The folder of the session. */
  cwd?: string | undefined;
}

const longestCommand = 4_000;
const longestScript = 600;
const mostScripts = 20;

/** The entry of a call that has begun. */
export function begunCall(call: ToolCall, place: CallPlace): CallEntry {
  const cwd = call.cwd === undefined ? place.cwd : resolvePath(call.cwd, place.cwd);
  const entry: CallEntry = {
    v: 1,
    kind: 'call',
    id: place.id,
    source: place.source,
    began: place.began,
    tool: keep(call.name, 120),
    does: call.kind,
    paths: call.paths.slice(0, 50).map((path) => resolvePath(path, cwd)),
    outcome: 'unknown',
  };
  if (place.agent !== undefined) entry.agent = place.agent;
  if (place.time !== undefined) entry.time = place.time;
  if (cwd !== undefined) entry.cwd = cwd;
  if (call.range !== undefined) entry.range = call.range;
  if (call.background) entry.background = true;
  if (call.command !== undefined) {
    entry.command = keep(call.command, longestCommand);
    if (call.otherShell || call.command.length > longestCommand) entry.unjudged = true;
  }
  return entry;
}

/** The same with its result, and with the files as they are now. */
export function endedCall(
  known: CallEntry,
  result: ToolResult,
  ended: number,
  time: string | undefined,
  ports: EntryPorts,
): CallEntry {
  const { exitCode, backgroundId, text, length } = result;
  const outcome = result.outcome === 'ok' && (exitCode ?? 0) !== 0 ? 'failed' : result.outcome;
  const done: CallEntry = { ...known, ended, outcome };
  // It was not over when a prompt came, after all.
  delete done.over;
  if (time !== undefined) done.time = time;
  if (exitCode !== undefined) done.exitCode = exitCode;
  if (backgroundId !== undefined) {
    done.background = true;
    done.backgroundId = keep(backgroundId, 120);
  }
  if (result.agentId !== undefined) done.spawned = keep(result.agentId, 120);
  done.output = { sha256: ports.digest(text), characters: length };
  if (result.partial || length > text.length) done.output.cut = true;
  if (done.command !== undefined && outcome === 'failed') done.output.alike = likeness(text);
  if (done.command !== undefined) {
    if (testRunner(done.command)) done.tests = testsIn(text, outcome !== 'ok');
    else if (showsNoTests(done.command, text)) done.tests = { verdict: 'unknown', none: true };
    const scripts = printedScripts(text).slice(0, mostScripts);
    if (scripts.length > 0) done.scripts = scripts.map((one) => keep(one, longestScript));
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

/** Times, counts and addresses differ from run to run though nothing else does. */
function likeness(output: string): string {
  return fingerprint(output.replace(/\d+/g, '0').replace(/\s+/g, ' '));
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

function after(path: string, ports: EntryPorts): FileAfter {
  const text = ports.readText(path);
  return text === undefined
    ? { path, taken: ports.now }
    : { path, sha256: ports.digest(text), taken: ports.now };
}
