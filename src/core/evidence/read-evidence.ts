import { parseShell } from '../shell/parse.ts';
import { isReadOnlyCommand } from '../shell/read-only.ts';
import type { SimpleCommand } from '../shell/script.ts';
import { joinPath } from '../task/path.ts';
import type { ToolCall, ToolResult } from '../tool.ts';
import { printedFiles } from './printed-files.ts';
import type { ShownText } from './shown-text.ts';

/** What resolves the paths of a call; all absolute. */
export interface ReadPlace {
  cwd: string;
  home?: string;
}

/**
 * The file content that the model received by a finished call, with absolute paths: by a read tool, or by a
 * shell command that prints files. A result that was cut, or a call that did not pass, shows nothing;
 * neither does output that went through a pipe, into a file or into the background.
 */
export function shownFiles(call: ToolCall, result: ToolResult, place: ReadPlace): ShownText[] {
  if (result.outcome !== 'ok') return [];
  if (result.shown) {
    const { path, text, startLine } = result.shown;
    return [{ how: 'placed', path: absolute(path, place), text, startLine }];
  }
  if (result.length > result.text.length) return [];
  if (call.kind === 'read' && call.paths.length === 1) {
    const path = absolute(call.paths[0] ?? '', place);
    return [{ how: 'placed', path, text: result.text, startLine: call.range?.start ?? 1 }];
  }
  if (call.kind !== 'shell' || call.background || result.backgroundId) return [];
  return printedBy(call.command ?? '', result.text, place);
}

function printedBy(command: string, text: string, place: ReadPlace): ShownText[] {
  const script = parseShell(command);
  if ('unclear' in script) return [];
  const found: ShownText[] = [];
  let cwd = place.cwd;
  for (const [index, each] of script.commands.entries()) {
    if (!isReadOnlyCommand(each)) return [];
    if (each.joint === '|' || script.commands[index + 1]?.joint === '|') continue;
    if (each.words[0]?.text === 'cd') {
      const next = changedFolder(each, { ...place, cwd });
      if (next === undefined) return found;
      cwd = next;
      continue;
    }
    for (const file of printedFiles(each)) {
      found.push({ how: 'printed', ...file, path: absolute(file.path, { ...place, cwd }), text });
    }
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

function absolute(path: string, place: ReadPlace): string {
  if (place.home && path.startsWith('~/')) return joinPath(place.home, path.slice(2));
  return joinPath(place.cwd, path);
}
