import { isRecord, record, text } from '../cases/rows.ts';
import type { HookRun } from './hooks.ts';

/** Characters of a hook's text that Claude Code puts before the model whole; beyond, only a head of it. */
export const deliveredWhole = 10_000;
export const deliveredHead = 2_048;

export interface HookAnswer {
  /** What the model reads. */
  context: string;
  /** Characters that the hook gave. */
  given: number;
  /** True when the host shows only the head. */
  cut: boolean;
  denied: boolean;
}

/** Takes the text for the model out of a hook's output for an event, and cuts it as Claude Code cuts it. */
export function hookAnswer(event: string, run: HookRun): HookAnswer {
  const said = contextOf(event, run);
  const cut = said.text.length > deliveredWhole;
  return {
    context: cut ? persisted(said.text) : said.text,
    given: said.text.length,
    cut,
    denied: said.denied,
  };
}

/** Events whose plain output the host uses: at `PreCompact` it goes to the summariser. */
const plainTextEvents = new Set(['SessionStart', 'UserPromptSubmit', 'PreCompact']);

export function contextOf(event: string, run: HookRun): { text: string; denied: boolean } {
  if (run.exit === 2) return { text: '', denied: event === 'PreToolUse' };
  if (run.exit !== 0) return { text: '', denied: false };
  const parsed = parseObject(run.stdout);
  if (!parsed) {
    const plain = plainTextEvents.has(event) ? run.stdout : '';
    return { text: plain.trim(), denied: false };
  }
  const specific = record(parsed.hookSpecificOutput);
  const named = specific.hookEventName === event;
  return {
    text: named ? text(specific.additionalContext).trim() : '',
    denied:
      event === 'PreToolUse' &&
      (parsed.decision === 'block' || specific.permissionDecision === 'deny'),
  };
}

function parseObject(output: string): Record<string, unknown> | undefined {
  if (!output.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(output);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What stands in the model's input instead of a text that is too long. */
function persisted(whole: string): string {
  return `<persisted-output>\n${whole.slice(0, deliveredHead)}\n...\n</persisted-output>`;
}
