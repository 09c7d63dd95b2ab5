import { baseName } from '../task/path.ts';
import { clip } from '../trust/clip.ts';
import { neutralise, untrustedPath } from '../trust/untrusted.ts';
import type { SessionRole, WorkState } from './role.ts';

/** What a worker without progress, or a handler without its state, is told once. Empty for other roles. */
export function renderReminder(
  role: SessionRole,
  work: WorkState,
  nowMs: number,
  program: string,
): string {
  if (role.role === 'worker' && role.ticket !== undefined) {
    const id = baseName(role.ticket).replace(/\.md$/i, '');
    return `Holdfast: ${amount(work, nowMs)} without a line under Progress of ${role.ticket}. Write down now what is done: \`${program} ticket progress ${id} "…"\`, or a line of your own.`;
  }
  if (role.role !== 'handler') return '';
  const file = role.state ?? '.holdfast/handler-state.md';
  const why = work.phase === undefined ? amount(work, nowMs) : clip(neutralise(work.phase), 160);
  return `Holdfast: ${why}, and your state has not been written since. Write it down now, in ${untrustedPath(file)}: what is handed out, to whom, what came back, and what is next.`;
}

function amount({ calls, since }: WorkState, nowMs: number): string {
  const minutes = since === undefined ? 0 : Math.floor((nowMs - Date.parse(since)) / 60_000);
  const time = minutes > 0 ? ` in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : '';
  return `${calls} ${calls === 1 ? 'change' : 'changes'}${time}`;
}
