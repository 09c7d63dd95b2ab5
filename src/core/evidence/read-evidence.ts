import { parseShell } from '../shell/parse.ts';
import { isReadOnlyCommand } from '../shell/read-only.ts';
import type { SimpleCommand } from '../shell/script.ts';
import { isAbsolutePath, joinPath } from '../task/path.ts';
import type { ToolCall, ToolResult } from '../tool.ts';
import { printedFiles } from './printed-files.ts';
import type { ShownText } from './shown-text.ts';

/** What the paths of a call are relative to. */
export interface ReadPlace {
  cwd: string;
  /** What `~/` stands for. */
  home?: string;
}

/**
 * The file content that the model received by a finished call, with absolute paths: by a read tool, or by a shell command that
 * prints files. A result that was cut, or a call that did not pass, shows nothing; neither does output that
 * went through a pipe, into a file or into the background.
 */
export function shownFiles(call: ToolCall, result: ToolResult, place: ReadPlace): ShownText[] {
  if (result.outcome !== 'ok' || result.partial) return [];
  if (result.shown && call.kind === 'read') {
    const { path, text, startLine } = result.shown;
    return [{ path: absolute(path, place), startLine, text }];
  }
  if (result.length > result.text.length) return [];
  if (call.kind === 'read' && call.paths.length === 1) {
    const path = absolute(call.paths[0] ?? '', place);
    return [{ path, startLine: call.range?.start ?? 1, text: result.text }];
  }
  if (call.kind !== 'shell' || call.background || result.backgroundId) return [];
  return printedBy(call.command ?? '', result.text, place);
}

function printedBy(command: string, text: string, start: ReadPlace): ShownText[] {
  const script = parseShell(command);
  if ('unclear' in script || !script.commands.every(isReadOnlyCommand)) return [];
  const found: ShownText[] = [];
  let place = start;
  let alone = true;
  for (const [index, each] of script.commands.entries()) {
    if (each.words[0]?.text === 'cd') {
      const cwd = changedFolder(each, place);
      if (cwd === undefined) return found;
      place = { ...place, cwd };
      continue;
    }
    const isPiped = each.joint === '|' || script.commands[index + 1]?.joint === '|';
    const files = isPiped ? [] : printedFiles(each);
    for (const file of files) {
      const startLine = alone ? file.startLine : undefined;
      found.push({ path: absolute(file.path, place), startLine, text });
    }
    alone = false;
  }
  return found;
}

/** The folder after `cd FOLDER`; undefined when that is not plain. */
function changedFolder(command: SimpleCommand, place: ReadPlace): string | undefined {
  const [, target, more] = command.words;
  if (!target || more || target.expands || target.globs || target.text.startsWith('-'))
    return undefined;
  return absolute(target.text, place);
}

function absolute(path: string, { cwd, home }: ReadPlace): string {
  if (home && path.startsWith('~/')) return joinPath(home, path.slice(2));
  return isAbsolutePath(path) || cwd !== '' ? joinPath(cwd, path) : path;
}
