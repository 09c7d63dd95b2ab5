import { fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import { aboutCall, commandOfCall, pathsOfCall } from '../../core/worker/call.ts';
import { saidOf } from '../../core/worker/texts.ts';
import { permissionQuestion, readPermissionAnswer } from '../../hosts/pi/worker-question.ts';
import { editing, isAllowedUnasked } from './permission.ts';

/** The part of the client's interface for extensions (1.6.0) that is used. */
export interface WorkerPiApi {
  on(
    event: 'tool_call',
    handler: (
      event: { toolName: string; input: unknown },
      context: WorkerPiContext,
    ) => Promise<{ block: true; reason: string } | undefined>,
  ): unknown;
}

export interface WorkerPiContext {
  cwd: string;
  hasUI: boolean;
  ui: {
    input(title: string, placeholder: string, options: object): Promise<string | undefined>;
  };
}

/** Puts a question to whoever looks after the worker; undefined when nobody answers. */
export type AskSupervisor = (
  question: { title: string; text: string },
  context: WorkerPiContext,
) => Promise<string | undefined>;

/**
 * The permissions of a worker in a client that has none of its own: what `HOLDFAST_WORKER_PERMISSION` does not allow is asked
 * for, and denied where nobody answers.
 */
export function workerPermissions(
  api: WorkerPiApi,
  env: Record<string, string | undefined>,
  ask: AskSupervisor,
): void {
  const folders = foldersOf(env.HOLDFAST_WORKER_FOLDERS);
  const permission = env.HOLDFAST_WORKER_PERMISSION ?? 'ask';
  if (permission === 'full') return;
  api.on('tool_call', async ({ toolName, input }, context) => {
    try {
      const call = { tool: toolName, input };
      if (isAllowedUnasked(call, permission, context.cwd, folders)) return undefined;
      const fields = fieldsOf(input);
      const command = commandOfCall(fields);
      const question = permissionQuestion({
        tool: toolName,
        edit: editing.has(toolName),
        about: aboutCall(fields),
        paths: pathsOfCall(fields),
        ...(command === undefined ? {} : { command: saidOf(command) }),
      });
      const { allowed, reason } = readPermissionAnswer(await ask(question, context));
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
