import { isAllowedHoldfastCommand } from '../shell/holdfast-command.ts';
import { parseShell } from '../shell/parse.ts';
import { isPlainlyReadOnly } from '../shell/read-only.ts';
import { isInside } from '../task/path.ts';
import type { PermissionRequest } from './event.ts';

/** What is known of a worker when its client asks for something. Paths are real ones. */
export interface PermissionContext {
  permission: 'ask' | 'edit' | 'full';
  folder: string;
  ticket: string;
  scratch: string;
  /** Where a path of the request really leads, absolute. */
  landing(path: string): string;
}

export type Verdict = { allowed: true } | { allowed: false; why: string };

const readTool =
  /^(?:read|read_file|read_many_files|view|grep|glob|ls|list|list_directory|find|search\w*)$/i;

/**
 * Judges a request of a client by the worker's policy. What the policy does not allow is put to a person. To tell of its
 * work in its ticket every worker may.
 */
export function judgeRequest(request: PermissionRequest, context: PermissionContext): Verdict {
  if (context.permission === 'full') return { allowed: true };
  if (request.command !== undefined) return judgeCommand(request.command);
  const paths = request.paths.map(context.landing);
  const places = [context.folder, context.scratch];
  const inside = (path: string) => places.some((place) => isInside(path, place));
  if (readTool.test(request.tool)) {
    return paths.every((path) => inside(path) || path === context.ticket)
      ? { allowed: true }
      : { allowed: false, why: 'it reads outside of the worker’s folder' };
  }
  if (!request.edit || paths.length === 0) {
    return { allowed: false, why: 'it is neither an edit nor a command that only reads' };
  }
  if (paths.every((path) => path === context.ticket)) return { allowed: true };
  if (context.permission === 'ask') return { allowed: false, why: 'it changes a file' };
  return paths.every((path) => inside(path) || path === context.ticket)
    ? { allowed: true }
    : { allowed: false, why: 'it changes a file outside of the worker’s folder' };
}

function judgeCommand(command: string): Verdict {
  if (isPlainlyReadOnly(command) || isAllowedHoldfastCommand(command) || reports(command)) {
    return { allowed: true };
  }
  return { allowed: false, why: 'the command may change something' };
}

const reportActions = ['show', 'list', 'check', 'progress', 'block', 'review', 'done', 'fail'];

/** True for a command line that does nothing but tell of the work in a ticket. */
function reports(command: string): boolean {
  const script = parseShell(command);
  if ('unclear' in script || script.commands.length !== 1) return false;
  const { words, assignments, redirects } = script.commands[0]!;
  if (assignments.length > 0 || redirects.length > 0) return false;
  if (words.some((word) => word.expands || word.globs)) return false;
  const [program, topic, action] = words.map((word) => word.text);
  if (program !== 'holdfast') return false;
  return topic === 'answer' || (topic === 'ticket' && reportActions.includes(action ?? ''));
}
