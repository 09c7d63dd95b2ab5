import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, Payload, Rig } from './rig.ts';

/** An Edit as PreToolUse sends it. */
export function edit(id: string, path = '/x/file.ts'): Payload {
  return {
    tool_name: 'Edit',
    tool_use_id: id,
    tool_input: { file_path: path, old_string: 'a', new_string: 'b' },
  };
}

/** A shell command as PreToolUse sends it. */
export function bash(id: string, command: string): Payload {
  return { tool_name: 'Bash', tool_use_id: id, tool_input: { command } };
}

/** What PreToolUse decides about a call: `deny`, `ask`, or nothing. */
export function decision(answer: Answer): string {
  return answer.json?.hookSpecificOutput?.permissionDecision ?? '';
}

/** The reason beside a decision. */
export function reason(answer: Answer): string {
  return answer.json?.hookSpecificOutput?.permissionDecisionReason ?? '';
}

/** A short piece of work that a compaction then interrupts: one prompt, one call with its result. */
export async function beginWork(rig: Rig, prompt = 'Do the work.'): Promise<void> {
  await rig.send('SessionStart', { source: 'startup' });
  rig.userRow(prompt);
  rig.callRows('toolu_begin', 'Bash', { command: 'npm test' }, { text: 'ok' });
}

/** What the record holds behind a compaction whose brief arrived. */
export function arrived(rig: Rig, started: Answer, boundary = 'B1'): void {
  rig.boundaryRows(boundary);
  rig.injectedRow(started.context);
}

/** Every file under a folder with its content, names relative to it. */
export function tree(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );
}
