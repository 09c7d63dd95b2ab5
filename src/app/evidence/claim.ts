import { Fault } from '../../core/errors.ts';
import { lastPlaceOf } from '../../core/ledger/agent-spans.ts';
import type { CallEntry } from '../../core/ledger/entry.ts';
import { reconcile } from '../../core/ledger/reconcile.ts';
import { clipMarked } from '../../core/trust/clip.ts';
import { digest } from '../install/text.ts';
import type { Clock } from '../ports.ts';
import type { LedgerStore } from './ledger-store.ts';

const longestInput = 2_000;

/** Writes down what another program says that a tool did. It is marked as claimed, and satisfies no predicate. */
export function addClaim(
  deps: { ledger: LedgerStore; clock: Clock },
  claim: { tool: string; input: string },
): CallEntry {
  const input = objectOf(claim.input);
  const { entries } = deps.ledger.read();
  const last = Math.max(0, ...reconcile(entries).map(lastPlaceOf));
  const time = deps.clock.now().toISOString();
  const entry: CallEntry = {
    v: 1,
    kind: 'call',
    id: `claim ${digest(JSON.stringify([time, claim.tool, input])).slice(0, 16)}`,
    source: 'claimed',
    time,
    began: last + 1,
    tool: claim.tool.slice(0, 120),
    does: 'other',
    paths: [],
    outcome: 'unknown',
    input: clipMarked(JSON.stringify(input), longestInput),
  };
  if (!deps.ledger.append([entry])) {
    throw new Fault('unwritable', 'The claim could not be written to the session’s ledger.', {
      hint: 'See "holdfast doctor".',
    });
  }
  return entry;
}

/** A claim as it is given: a tool with its input, or the whole payload of a client's hook for the end of a call. */
export interface GivenClaim {
  /** The session that a payload tells. */
  session?: string;
  tool: string;
  input: string;
}

/** What `--input` holds with `--tool`. Throws a Fault where no tool is told. */
export function readClaim(tool: string | undefined, text: string): GivenClaim {
  const value = objectOf(text);
  const { session_id: session, tool_name: name, tool_input: input } = value;
  const isPayload = typeof session === 'string' && session !== '' && isObject(input);
  const told = tool ?? (isPayload && typeof name === 'string' && name !== '' ? name : undefined);
  if (told === undefined) {
    throw new Fault('usage', 'The name of the tool is missing.', {
      hint: 'Give it with --tool NAME, or pass on the whole payload of a hook, which contains it: --input "$(cat)"',
    });
  }
  return isPayload
    ? { session, tool: told, input: JSON.stringify(input) }
    : { tool: told, input: text };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isObject(value)) return value;
  throw new Fault('usage', '--input is not a JSON object.', {
    hint: 'For example: --input \'{"command": "make"}\'',
  });
}
