import { fieldsOf, listOf, textOf } from '../core/rows/fields.ts';
import { aboutCall, commandOfCall, pathsOfCall } from '../core/worker/call.ts';
import { saidOf } from '../core/worker/texts.ts';
import { permissionQuestion, readPermissionAnswer } from '../hosts/pi/worker-question.ts';
import { editing, isAllowedUnasked } from './pi/permission.ts';

/** The part of the client's interface for extensions (1.6.0) that is used. */
interface Api {
  on(
    event: 'tool_call',
    handler: (
      event: { toolName: string; input: unknown },
      context: Context,
    ) => Promise<{ block: true; reason: string } | undefined>,
  ): unknown;
}

interface Context {
  cwd: string;
  hasUI: boolean;
  ui: {
    input(title: string, placeholder: string, options: object): Promise<string | undefined>;
  };
}

/** After this time a question that nobody answered is a denial, in milliseconds. */
const patience = 30 * 60_000;

/**
 * The permissions of a worker in a client that has none of its own: what `HOLDFAST_WORKER_PERMISSION` does not allow is asked
 * on the client's output, and denied where nobody can answer. Loaded with `-e` beside the person's own extensions.
 */
export default function permissions(api: Api): void {
  const folders = foldersOf(process.env.HOLDFAST_WORKER_FOLDERS);
  const permission = process.env.HOLDFAST_WORKER_PERMISSION ?? 'ask';
  if (permission === 'full') return;
  api.on('tool_call', async ({ toolName, input }, context) => {
    try {
      if (isAllowedUnasked({ tool: toolName, input }, permission, context.cwd, folders))
        return undefined;
      const fields = fieldsOf(input);
      const command = commandOfCall(fields);
      const question = permissionQuestion({
        tool: toolName,
        edit: editing.has(toolName),
        about: aboutCall(fields),
        paths: pathsOfCall(fields),
        ...(command === undefined ? {} : { command: saidOf(command) }),
      });
      const { title, text } = question;
      const said = context.hasUI
        ? await context.ui.input(title, text, { timeout: patience })
        : undefined;
      const { allowed, reason } = readPermissionAnswer(said);
      return allowed ? undefined : { block: true, reason };
    } catch {
      return { block: true, reason: 'Whether this is allowed could not be asked.' };
    }
  });
}

/** Further folders to edit in, as a list of JSON. */
function foldersOf(text: string | undefined): string[] {
  try {
    return listOf(JSON.parse(text ?? '[]')).flatMap((one) => textOf(one) ?? []);
  } catch {
    return [];
  }
}
