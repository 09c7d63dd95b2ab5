import { makeContext } from '../cli/context.ts';
import { type Called, callCommand } from './call-command.ts';
import { toolCommands } from './tool-commands.ts';

/** Runs what a tool stands for. The commands are a file by themselves, which a session that calls no tool never loads. */
export function runTool(
  words: readonly string[],
  env: Record<string, string | undefined>,
  cwd: string,
): Promise<Called> {
  return callCommand(words, toolCommands, () =>
    Object.assign(makeContext(env, cwd), { notByPerson: 'it came over MCP' }),
  );
}
