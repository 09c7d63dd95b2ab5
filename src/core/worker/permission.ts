import { ownToolWords } from '../shell/holdfast-command.ts';
import { parseShell } from '../shell/parse.ts';
import { isPlainlyReadOnly } from '../shell/read-only.ts';
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
  if (isPlainlyReadOnly(command) || reports(command)) return { allowed: true };
  const mayEnter = (path: string): boolean => {
    const landed = landing(path);
    return isInside(landed, folder) || isInside(landed, scratch);
  };
  if (allowsCommand(allow, command, mayEnter)) return { allowed: true };
  return { allowed: false, why: 'the command may change something' };
}

/** True for a command line that does nothing but tell of the work, or look at what we keep. */
function reports(command: string): boolean {
  const script = parseShell(command);
  if ('unclear' in script || script.commands.length !== 1) return false;
  const { words, assignments, redirects } = script.commands[0]!;
  if (assignments.length > 0 || redirects.length > 0) return false;
  if (words.some((word) => word.expands || word.globs)) return false;
  const [program, ...rest] = words.map((word) => word.text);
  return program === 'holdfast' && isReport(rest);
}
