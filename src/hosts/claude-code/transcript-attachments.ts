import type { Bare } from '../../core/rows/bare-item.ts';
import { contentText } from './tool-results.ts';
import { endedTask, userText } from './transcript-user-text.ts';

/** Attachments that tell nothing about the work. */
const idle = new Set([
  'agent_listing_delta',
  'auto_mode',
  'auto_mode_exit',
  'batching_reminder_sent',
  'budget_usd',
  'command_permissions',
  'compact_file_reference',
  'date',
  'date_change',
  'deferred_tools_delta',
  'diagnostics',
  'directory',
  'dynamic_skill',
  'edited_text_file',
  'goal_status',
  'hook_cancelled',
  'hook_non_blocking_error',
  'hook_system_message',
  'invoked_skills',
  'max_turns_reached',
  'mcp_instructions_delta',
  'opened_file_in_ide',
  'output_style',
  'plan_mode_reentry',
  'read_truncation_notice',
  'selected_lines_in_ide',
  'silent_turn_reminder',
  'skill_listing',
  'structured_output',
  'task_reminder',
  'todo_reminder',
  'token_usage',
  'total_tokens_reminder',
  'ultra_effort_enter',
  'ultra_effort_exit',
]);

/** `unknown`: a type that is not known; `queued`: a text that waited in the queue and must be counted once. */
export interface AttachmentReading {
  items: Bare[];
  unknown?: string;
  queued?: string;
}

/** What one attachment row tells. `sidechain`: it stands in a subagent's record. */
export function readAttachment(attachment: unknown, sidechain: boolean): AttachmentReading {
  const given = object(attachment);
  const type = typeof given.type === 'string' ? given.type : '';
  switch (type) {
    case 'queued_command':
      return queuedCommand(given, sidechain);
    case 'file':
      return { items: file(given) };
    case 'nested_memory':
      return { items: [...attached(given.path, object(given.content).content), ...nested(given)] };
    case 'instructions':
      return { items: sent(given.files) };
    case 'plan_file_reference':
      return { items: attached(given.planFilePath, given.planContent) };
    case 'hook_additional_context':
    case 'hook_success':
      return { items: injected(given, contentText(given.content)) };
    case 'hook_blocking_error':
      return { items: injected(given, text(object(given.blockingError).blockingError)) };
    case 'plan_mode':
      return { items: [{ type: 'mode', mode: 'plan' }] };
    case 'plan_mode_exit':
      return { items: [{ type: 'mode', mode: 'default' }] };
    case 'task_status':
      return { items: taskStatus(given) };
    default:
      return { items: [], ...(idle.has(type) ? {} : { unknown: `attachment/${type}` }) };
  }
}

function queuedCommand(given: Record<string, unknown>, sidechain: boolean): AttachmentReading {
  const said = contentText(given.prompt);
  const ended = endedTask(said);
  const part = userText(said, {
    hidden: given.isMeta === true || given.carriedByCompaction === true,
    kind: given.commandMode === 'task-notification' ? 'task-notification' : kindOf(given.origin),
    sidechain,
    person: 'mid-turn',
  });
  const origin = part.origin === 'summary' ? 'injected' : part.origin;
  const items: Bare[] = [];
  if (ended !== undefined) items.push({ type: 'background-ended', ...ended });
  if (part.text !== '') items.push({ type: 'user', origin, text: part.text });
  const person = origin === 'mid-turn' || origin === 'command';
  return person ? { items, queued: said } : { items };
}

/** `origin.kind` of a row or an attachment. */
export function kindOf(origin: unknown): string | undefined {
  const kind = object(origin).kind;
  return typeof kind === 'string' ? kind : undefined;
}

function file(given: Record<string, unknown>): Bare[] {
  const content = object(given.content);
  const inner = object(content.file);
  return attached(inner.filePath ?? given.filename, inner.content);
}

function attached(path: unknown, content: unknown): Bare[] {
  if (typeof path !== 'string' || path === '' || typeof content !== 'string') return [];
  return [{ type: 'attached-file', path, text: content }];
}

/** The files that come with the session, again after each compaction. */
function sent(files: unknown): Bare[] {
  if (!Array.isArray(files)) return [];
  return files
    .map(object)
    .flatMap(({ path, content }): Bare[] =>
      typeof path === 'string' && path !== '' && typeof content === 'string'
        ? [{ type: 'instructions', path, text: content }]
        : [],
    );
}

/** A file of a folder that the agent came to, or a rule for the files that it came to; `rawContent`: as it is on disk. */
function nested(given: Record<string, unknown>): Bare[] {
  const content = object(given.content);
  const text = content.rawContent ?? content.content;
  if (typeof given.path !== 'string' || typeof text !== 'string') return [];
  const globs = Array.isArray(content.globs)
    ? content.globs.filter((glob): glob is string => typeof glob === 'string')
    : [];
  const rule: Bare = { type: 'instructions', path: given.path, text, nested: true };
  return [globs.length === 0 ? rule : { ...rule, globs }];
}

function injected(given: Record<string, unknown>, said: string): Bare[] {
  if (said === '') return [];
  const item: Bare = { type: 'injected-context', text: said };
  if (typeof given.hookEvent === 'string') item.event = given.hookEvent;
  return [item];
}

function taskStatus(given: Record<string, unknown>): Bare[] {
  const status = text(given.status);
  if (typeof given.taskId !== 'string' || status === '') return [];
  if (status === 'running' || status === 'pending') return [];
  return [{ type: 'background-ended', backgroundId: given.taskId, outcome: status }];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function object(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
