import type { UserOrigin } from '../../core/conversation.ts';
import type { Emit } from '../../core/rows/bare-item.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import type { RecordSink } from '../host.ts';

const byHost: Record<string, UserOrigin> = {
  notification: 'injected',
  cron: 'injected',
  goal_runtime: 'injected',
  agent_launch_prompt: 'program',
  realtime_message: 'typed',
  mid_turn_user_message: 'mid-turn',
};

/**
 * Items of a `user` row. What a person typed stands in `systemPayload.displayText`, where the row has one: the message
 * itself may hold the contents of files and the words of hooks as well.
 */
export function userRow(row: Fields, subagent: boolean, emit: Emit, sink: RecordSink): void {
  const payload = fieldsOf(row.systemPayload);
  const subtype = textOf(row.subtype);
  const known = subtype === undefined || Object.hasOwn(byHost, subtype);
  if (!known) sink.unknown(`user/${subtype}`);
  const hook = textOf(payload.hookContext);
  if (hook !== undefined) {
    emit({ type: 'injected-context', event: 'UserPromptSubmit', text: hook });
  }
  endedWork(payload, row, emit);
  const text = textOf(payload.displayText) ?? spoken(row);
  if (text === undefined || text.trim() === '') return;
  emit({ type: 'user', origin: originOf(row, subtype, known, subagent), text });
}

function originOf(
  row: Fields,
  subtype: string | undefined,
  known: boolean,
  subagent: boolean,
): UserOrigin {
  if (!known) return 'injected';
  const background = fieldsOf(fieldsOf(row.systemPayload).backgroundTask);
  if (background.kind === 'peer') return 'program';
  const origin = subtype === undefined ? 'typed' : byHost[subtype]!;
  if (origin === 'injected' || origin === 'program') return origin;
  // `system` stands on what the client itself wrote; a person's text has `real_user`, or nothing in older versions.
  if (row.provenance !== undefined && row.provenance !== 'real_user') return 'injected';
  return subagent ? 'program' : origin;
}

const hookPart = /^\s*<qwen:[\w-]+[\s>]/;
const filesPart = /^\s*--- Content from referenced files ---/;

/** The texts of a message without those of hooks and the files that an @ mention brought in. */
function spoken(row: Fields): string | undefined {
  const texts: string[] = [];
  for (const part of listOf(fieldsOf(row.message).parts)) {
    const text = textOf(fieldsOf(part).text);
    if (text === undefined || hookPart.test(text)) continue;
    if (filesPart.test(text)) break;
    texts.push(text);
  }
  return textOf(texts.join('\n'));
}

/** A notification that background work is over; one that only reports ends nothing. */
function endedWork(payload: Fields, row: Fields, emit: Emit): void {
  const task = fieldsOf(payload.backgroundTask);
  const text = spoken(row) ?? '';
  const tagged = text.trimStart().startsWith('<task-notification>');
  const backgroundId = textOf(task.taskId) ?? (tagged ? tag(text, 'task-id') : undefined);
  const outcome = textOf(task.status) ?? (tagged ? tag(text, 'status') : undefined);
  if (backgroundId === undefined || outcome === undefined || task.kind === 'peer') return;
  if (outcome === 'running' || outcome === 'paused' || outcome === 'pending') return;
  emit({ type: 'background-ended', backgroundId, outcome });
}

function tag(text: string, name: string): string | undefined {
  const start = text.indexOf(`<${name}>`) + name.length + 2;
  const end = text.indexOf('<', start);
  if (start < name.length + 2 || !text.startsWith(`</${name}>`, end)) return undefined;
  return textOf(text.slice(start, end).trim());
}
