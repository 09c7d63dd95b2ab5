import { type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import type { WorkerEvent } from '../../core/worker/event.ts';
import { lineOf, saidOf } from '../../core/worker/texts.ts';

/** Tools that change files and nothing else. */
const editing = new Set(['edit', 'write', 'multiedit', 'patch', 'apply_patch']);

/** What the client's server asks for. `tools` names the tool of each call that was begun. */
export function openCodeRequest(
  type: string,
  asked: Fields,
  tools: ReadonlyMap<string, string>,
): WorkerEvent[] {
  const id = textOf(asked.id);
  if (id === undefined) return [];
  if (type === 'question.asked') {
    const about = lineOf(fieldsOf(listOf(asked.questions)[0]).question);
    const request = { id, tool: 'question', about, paths: [], edit: false };
    return [{ type: 'permission', request }];
  }
  const metadata = fieldsOf(asked.metadata);
  const kind = lineOf(asked.permission);
  const tool = tools.get(textOf(fieldsOf(asked.tool).callID) ?? '') ?? kind;
  const command = textOf(metadata.command);
  const paths = pathsOf(metadata, asked);
  const about = lineOf(command ?? paths[0] ?? kind);
  // Beside the call itself the client asks for a folder outside that it names; that is judged by the call's tool.
  const edit = kind === 'edit' || (kind === 'external_directory' && editing.has(tool));
  return [
    {
      type: 'permission',
      request: { id, tool, about, paths, edit, ...(command && { command: saidOf(command) }) },
    },
  ];
}

function pathsOf(metadata: Fields, asked: Fields): string[] {
  const named = textOf(metadata.filepath) ?? textOf(metadata.filePath);
  if (named !== undefined) return [named];
  // Of a command the patterns are its words.
  if (metadata.command !== undefined) return [];
  return listOf(asked.patterns)
    .flatMap((one) => textOf(one) ?? [])
    .slice(0, 50);
}
