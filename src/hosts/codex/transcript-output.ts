import { onShort } from '../../core/bounded-match.ts';
import { number, object, objects, text } from '../../core/rows/values.ts';
import type { Outcome } from '../../core/tool.ts';

/** What the text of a finished call tells. */
export interface Output {
  /** The output without the client's header. */
  text: string;
  outcome: Outcome;
  /** A person refused or stopped it. */
  refused?: true;
  exitCode?: number;
  /** The command goes on, and is asked for by this number. */
  session?: string;
  /** The script goes on, and is asked for by this number. */
  cell?: string;
}

const execHeader =
  /^(?:Chunk ID: [^\n]*\n)?Wall time:? [^\n]*\n(?:Process exited with code (-?\d+)\n|Process running with session ID (\d+)\n)?(?:Original token count: \d+\n)?(?:Total output lines: \d+\n)?Output:\n/;
const exitHeader =
  /^Exit code: (-?\d+)\nWall time:? [^\n]*\n(?:Total output lines: \d+\n)?Output:\n/;
const scriptHeader =
  /^Script (completed|failed|running with cell ID (\S+))\nWall time:? [^\n]*\nOutput:\n?/;

const denied = onShort(
  /^(?:Script error:\s*)?(?:Command blocked by PreToolUse hook|Tool call blocked by PreToolUse hook|(?:exec_command failed[^\n]{0,80})?[^\n]{0,60}\bRejected\(|[^\n]{0,40}rejected by (?:the )?user)/,
  400,
);
const byUser = onShort(
  /^(?:Script error:\s*)?(?:exec_command failed[^\n]{0,80})?[^\n]{0,40}rejected by (?:the )?user/i,
  400,
);
const failures =
  /^(?:Script error:|exec_command failed|apply_patch verification failed|write_stdin failed|collab \w+ failed|failed to |error: |Error: |unsupported call: |execution error|sandbox error)/;

/** Reads a call's output, of which this client says in its text how it ended. */
export function readOutput(output: unknown): Output {
  const whole = outputText(output);
  const read = byHeader(whole);
  if (object(output).success === false && read.outcome === 'ok') read.outcome = 'failed';
  return read;
}

function byHeader(whole: string): Output {
  const json = jsonOutput(whole);
  if (json !== undefined) return json;
  const exit = exitHeader.exec(whole);
  if (exit !== null) return ended(whole.slice(exit[0].length), Number(exit[1]));
  const header = behindCommand(whole);
  const exec = execHeader.exec(header);
  if (exec !== null) {
    const rest = header.slice(exec[0].length);
    if (exec[1] !== undefined) return ended(rest, Number(exec[1]));
    const read = plain(rest);
    return exec[2] === undefined ? read : { ...read, outcome: 'ok', session: exec[2] };
  }
  const script = scriptHeader.exec(whole);
  if (script === null) return plain(whole);
  const read = plain(whole.slice(script[0].length));
  if (script[2] !== undefined) return { ...read, cell: script[2] };
  if (script[1] === 'failed' && read.outcome === 'ok') read.outcome = 'failed';
  return read;
}

/** A header without the command that stands before it at times, which may have several lines. */
function behindCommand(whole: string): string {
  if (!whole.startsWith('Command: ')) return whole;
  const time = whole.indexOf('\nWall time');
  if (time < 0 || time > 20_000) return whole;
  const chunk = whole.lastIndexOf('\nChunk ID: ', time);
  const isBefore = chunk >= 0 && whole.indexOf('\n', chunk + 1) === time;
  return whole.slice((isBefore ? chunk : time) + 1);
}

function ended(rest: string, exitCode: number): Output {
  const read = plain(rest);
  const outcome = read.outcome === 'denied' ? 'denied' : exitCode === 0 ? 'ok' : 'failed';
  return { ...read, outcome, exitCode };
}

function plain(rest: string): Output {
  const start = rest.trimStart();
  if (byUser.test(start.slice(0, 400))) return { text: rest, outcome: 'denied', refused: true };
  if (denied.test(start.slice(0, 400))) return { text: rest, outcome: 'denied' };
  if (/^aborted(?: by user\b|$)/.test(start))
    return { text: rest, outcome: 'interrupted', refused: true };
  return { text: rest, outcome: failures.test(start) ? 'failed' : 'ok' };
}

/** The older form: a JSON object with the output and the exit code. */
function jsonOutput(whole: string): Output | undefined {
  if (!/^\s*\{\s*"(?:output|metadata)"/.test(whole)) return undefined;
  try {
    const given = object(JSON.parse(whole));
    const exitCode = number(object(given.metadata).exit_code);
    const inner = typeof given.output === 'string' ? given.output : undefined;
    if (inner === undefined || exitCode === undefined) return undefined;
    return ended(inner, exitCode);
  } catch {
    return undefined;
  }
}

/** The text of an output: a string, one content item, or a list of them. */
export function outputText(output: unknown): string {
  if (typeof output === 'string') return output;
  if (Array.isArray(output)) {
    let joined = '';
    for (const part of objects(output)) {
      const piece = text(part.text) ?? '';
      if (joined !== '' && piece !== '' && !joined.endsWith('\n')) joined += '\n';
      joined += piece;
    }
    return joined;
  }
  const given = object(output);
  if (typeof given.content === 'string') return given.content;
  if (Array.isArray(given.content)) return outputText(given.content);
  return text(given.text) ?? text(given.body) ?? '';
}

/** Exit codes that a script printed with the structured result of its commands, in order. */
export function printedExitCodes(printed: string): number[] {
  return [...printed.matchAll(/"exit_code"\s*:\s*(-?\d+)/g)].map((found) => Number(found[1]));
}
