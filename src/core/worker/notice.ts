import { fingerprint } from '../hash.ts';
import { clipMarked } from '../trust/clip.ts';
import { neutralise, untrusted } from '../trust/untrusted.ts';

/** What a handler's session is told when one of its workers ends. */
export interface WorkerNotice {
  /** Id of the ticket. */
  task: string;
  worker?: string;
  status: 'completed' | 'failed' | 'killed';
  /** One sentence: how it ended, and why. */
  summary: string;
  /** The ticket's Result, where one was written. */
  result?: string;
  usage?: { tokens?: number; toolUses?: number; durationMs?: number };
  /** ISO time at which it ended. */
  at: string;
}

/** What was sent to a worker. */
export interface WorkerMessage {
  /** Who sent it, in a word or two. */
  from: string;
  text: string;
  /** ISO time. */
  at: string;
}

const resultLength = 2_000;

/** By what a notice is known when it comes once more. */
export function noticeKey({ task, status, result = '' }: WorkerNotice): string {
  return `${task} ${status} ${fingerprint(result)}`;
}

/** A notice as the model is told it: a block, or plain lines where a host would make other signs of its brackets. */
export function renderNotice(notice: WorkerNotice, plain: boolean): string {
  const task = untrusted(notice.task, 120);
  const summary = untrusted(notice.summary, 400);
  const result = notice.result === undefined ? '' : inner(notice.result);
  const { tokens, toolUses, durationMs } = notice.usage ?? {};
  const usage: [string, string, number | undefined][] = [
    ['total_tokens', 'tokens', tokens],
    ['tool_uses', 'tool uses', toolUses],
    ['duration_ms', 'milliseconds', durationMs],
  ];
  const used = usage.filter(([, , value]) => value !== undefined);
  if (plain) {
    const amounts = used.map(([, word, value]) => `${value} ${word}`).join(', ');
    return [
      `Task notification. Task: ${task}. Status: ${notice.status}.`,
      `Summary: ${summary}`,
      ...(result === '' ? [] : [`Result: ${result}`]),
      ...(amounts === '' ? [] : [`Usage: ${amounts}`]),
    ].join('\n');
  }
  const parts = used.map(([tag, , value]) => `<${tag}>${value}</${tag}>`).join('');
  return [
    '<task-notification>',
    `<task-id>${task}</task-id>`,
    `<status>${notice.status}</status>`,
    `<summary>${summary}</summary>`,
    ...(result === '' ? [] : [`<result>${result}</result>`]),
    ...(parts === '' ? [] : [`<usage>${parts}</usage>`]),
    '</task-notification>',
  ].join('\n');
}

/** The line for a notice that was told already. */
export function renderToldNotice(notice: WorkerNotice, told: string): string {
  return `Holdfast: that the task ${untrusted(notice.task, 120)} is ${notice.status} was told before, at ${told}: already handled.`;
}

/** A message as its worker is told it. */
export function renderMessage({ from, text, at }: WorkerMessage): string {
  const body = clipMarked(neutralise(text).trim(), 4_000);
  const quoted = body.split('\n').map((line) => `> ${line}`);
  return `Holdfast: a message for you from ${untrusted(from, 80)}, sent ${untrusted(at, 40)}:\n${quoted.join('\n')}`;
}

function inner(text: string): string {
  return clipMarked(neutralise(text).trim(), resultLength);
}
