import type { Role, SessionRole } from '../role/role.ts';

const lines: Record<Role, string> = {
  handler:
    'You are the handler: you hand out tickets to workers and follow them; the work of a ticket is its worker’s. Write your state down after each phase.',
  worker:
    'You are a worker: your work is one ticket, its Contract. Write each step done as a line under its Progress, and its Result at the end.',
  loop: 'You are a loop: go on with the current step of your document without asking.',
  regular: '',
};

/** What the session is for, as a line; empty for a session that is for nothing special. */
export function roleLine(role: SessionRole | undefined): string {
  if (role === undefined) return '';
  const contract = role.role === 'handler' && role.ticket ? ` Your contract: ${role.ticket}` : '';
  const shared = role.scratch ? ` Files for other workers belong in ${role.scratch}` : '';
  return `${lines[role.role]}${contract}${shared}`;
}

/** True for a session that goes on by itself, where another one would wait for its user. */
export function goesOnByItself(role: SessionRole | undefined): boolean {
  return role?.role === 'loop' || (role?.role === 'worker' && role.worker !== undefined);
}
