import { ownToolWords } from '../shell/holdfast-command.ts';
import { isPlainlyReadOnly } from '../shell/read-only.ts';
import type { SimpleCommand, Word } from '../shell/script.ts';
import { isInside } from '../task/path.ts';
import { allowsCommand, allowsTool } from './allow.ts';
import type { PermissionRequest } from './event.ts';
import { isReport } from './reporting.ts';

/** What is known of a worker when its client asks for something. Paths are real ones. */
export interface PermissionContext {
  permission: 'ask' | 'edit' | 'full';
  folder: string;
  ticket: string;
  scratch: string;
  /** Patterns of commands and tools that a person allowed. */
  allow: readonly string[];
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
  if (request.command !== undefined) return judgeCommand(request.command, context);
  const own = ownToolWords(request.tool);
  if (own !== undefined && isReport(own)) return { allowed: true };
  if (allowsTool(context.allow, request.tool)) return { allowed: true };
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

function judgeCommand(
  command: string,
  { allow, folder, scratch, landing }: PermissionContext,
): Verdict {
  if (isPlainlyReadOnly(command)) return { allowed: true };
  const mayEnter = (path: string): boolean => {
    const landed = landing(path);
    return isInside(landed, folder) || isInside(landed, scratch);
  };
  if (allowsCommand(allow, command, mayEnter, reports)) return { allowed: true };
  return { allowed: false, why: 'the command may change something' };
}

/** True for a command that does nothing but tell of the work, or look at what we keep. Its texts may come of commands that pass too. */
function reports({ words, assignments, redirects }: SimpleCommand): boolean {
  if (assignments.length > 0 || redirects.length > 0) return false;
  const [program, ...rest] = words;
  if (program?.text !== 'holdfast' || program.expands) return false;
  const plain = ({ expands, globs }: Word): boolean => !expands && !globs;
  // What is not one quoted text could become several words.
  const isText = ({ globs, parts }: Word): boolean =>
    !globs && (parts ?? []).every((part) => part.is !== 'unknown' && part.quoted);
  if (!rest.slice(0, 2).every(plain) || !rest.every((word) => plain(word) || isText(word)))
    return false;
  return isReport(rest.map(({ text }) => text));
}
