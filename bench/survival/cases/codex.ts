import { readFileSync } from 'node:fs';
import { blocks, isRecord, record, rowsOf, text, textOf } from './rows.ts';
import type { BenchSession } from './session.ts';
import { homeOf } from './session.ts';

/**
 * Reads a rollout of Codex in file order. A patch counts as one call for each file in it. Of a compaction only the messages
 * that the host kept can be read: the summary itself is encrypted.
 */
export function readCodex(path: string, name: string): BenchSession {
  const lines = readFileSync(path, 'utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const session: BenchSession = {
    host: 'codex',
    name,
    path,
    version: '',
    cwd: '',
    home: '/',
    branches: [],
    lines,
    times: [],
    events: [],
  };
  const patches = new Map<string, string[]>();
  lines.forEach((line, at) => {
    for (const row of rowsOf(line)) {
      const time = Date.parse(text(row.timestamp));
      if (!Number.isNaN(time)) session.times[at] = time;
      readRow(session, patches, row, at);
    }
  });
  session.home = homeOf(session.cwd);
  return session;
}

type Patches = Map<string, string[]>;

function readRow(
  session: BenchSession,
  patches: Patches,
  row: Record<string, unknown>,
  line: number,
): void {
  const payload = record(row.payload);
  if (row.type === 'session_meta') {
    session.cwd ||= text(payload.cwd);
    session.version ||= text(payload.cli_version);
    const branch = text(record(payload.git).branch);
    if (branch) session.branches.push({ line, branch });
  } else if (row.type === 'compacted') {
    session.events.push({
      type: 'boundary',
      line,
      next: line + 1,
      trigger: 'unknown',
      summary: keptText(payload),
    });
  } else if (row.type === 'event_msg' && payload.type === 'user_message') {
    const said = text(payload.message).trim();
    if (said) session.events.push({ type: 'prompt', line, text: said });
  } else if (row.type === 'response_item') {
    readItem(session, patches, payload, line);
  }
}

function readItem(
  session: BenchSession,
  patches: Patches,
  item: Record<string, unknown>,
  line: number,
): void {
  const id = text(item.call_id);
  if (item.type === 'function_call') {
    const input = parsed(text(item.arguments));
    session.events.push({ type: 'call', line, id, tool: text(item.name), input });
  } else if (item.type === 'custom_tool_call') {
    readPatch(session, patches, id, text(item.input), line);
  } else if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output') {
    const output = typeof item.output === 'string' ? item.output : textOf(item.output);
    const failed = /^(exec_command failed|apply_patch verification failed|aborted by user)/.test(
      output,
    );
    const code = Number(
      /(?:Exit code: |exited with code |"exit_code":)(\d+)/.exec(output)?.[1] ?? 0,
    );
    for (const one of patches.get(id) ?? [id]) {
      session.events.push({
        type: 'result',
        line,
        id: one,
        text: output,
        failed: failed || code !== 0,
      });
    }
  } else if (item.type === 'message' && item.role === 'assistant') {
    const said = textOf(item.content);
    if (said.trim()) session.events.push({ type: 'said', line, text: said });
  }
}

function readPatch(
  session: BenchSession,
  patches: Patches,
  id: string,
  patch: string,
  line: number,
): void {
  const files = [...patch.matchAll(/^\*\*\* (Add|Update|Delete) File: (.+)$/gm)];
  const ids = files.map((_, index) => `${id}/${index}`);
  if (ids.length === 0) return;
  patches.set(id, ids);
  files.forEach(([, verb, path], index) => {
    const tool = verb === 'Add' ? 'write' : verb === 'Update' ? 'edit' : 'shell';
    const input = verb === 'Delete' ? { command: `rm ${path}` } : { path };
    session.events.push({ type: 'call', line, id: ids[index]!, tool, input });
  });
}

function keptText(payload: Record<string, unknown>): string {
  const history = Array.isArray(payload.replacement_history)
    ? payload.replacement_history.filter(isRecord)
    : [];
  return [
    text(payload.message),
    ...history.map((item) =>
      blocks(item.content)
        .map((block) => text(block.text))
        .join('\n'),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function parsed(json: string): Record<string, unknown> {
  try {
    return record(JSON.parse(json));
  } catch {
    return {};
  }
}
