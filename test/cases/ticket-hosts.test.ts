import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { commandHostIds } from '../../src/hosts/command-hosts.ts';
import { answerOfHook } from '../built/answer-of-hook.ts';
import { ticketText } from './tickets.ts';

let folder: string;
let ticket: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-hosts-')));
  mkdirSync(join(folder, 'proj', '.holdfast', 'tickets'), { recursive: true });
  ticket = join(folder, 'proj', '.holdfast', 'tickets', 't-1.md');
  writeFileSync(ticket, ticketText());
});
afterEach(() => removeFolder(folder));

const rewritten = 'measured nothing';

/** A call that rewrites a line of progress, as each host tells its hooks before it runs. */
const payloads: Record<string, () => [event: string, payload: object]> = {
  'claude-code': () => ['PreToolUse', usual('Edit', replaced('old_string', 'new_string'))],
  codex: () => ['PreToolUse', usual('apply_patch', { command: patch() })],
  qwen: () => ['PreToolUse', usual('edit', replaced('old_string', 'new_string'))],
  gemini: () => ['BeforeTool', usual('replace', replaced('old_string', 'new_string'))],
  copilot: () => [
    'preToolUse',
    {
      sessionId: 's',
      cwd: cwd(),
      toolName: 'edit',
      toolArgs: replaced('old_str', 'new_str', 'path'),
    },
  ],
  cursor: () => [
    'preToolUse',
    { ...usual('StrReplace', replaced('old_string', 'new_string', 'path')), conversation_id: 's' },
  ],
  droid: () => ['PreToolUse', usual('Edit', replaced('old_str', 'new_str'))],
};

const cwd = (): string => join(folder, 'proj');

function usual(tool: string, input: object): object {
  return { session_id: 's', cwd: cwd(), tool_name: tool, tool_use_id: 'c', tool_input: input };
}

function replaced(old: string, made: string, path = 'file_path'): object {
  return { [path]: ticket, [old]: 'measured the wood', [made]: rewritten };
}

function patch(): string {
  const lines = [
    `*** Update File: ${ticket}`,
    '@@',
    '-- 2026-01-01T00:00:00Z measured the wood',
    `+- 2026-01-01T00:00:00Z ${rewritten}`,
  ];
  return ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
}

async function answer(host: string, event: string, payload: object): Promise<string> {
  const text = JSON.stringify({ hook_event_name: event, ...payload });
  const env = { HOME: folder, HOLDFAST_HOME: join(folder, 'state'), HOLDFAST_TICKET: ticket };
  return answerOfHook([host, event], { ...env, PATH: process.env.PATH }, text);
}

describe('[R13] an edit that rewrites progress, by the worker of a ticket', () => {
  it.each(commandHostIds)('is denied with the line, in the words of %s', async (host) => {
    const [event, payload] = payloads[host]!();
    const said = await answer(host, event, payload);
    expect(said).toContain('measured the wood');
    expect(said).toContain('only ever added to');
    expect(said).toMatch(/"(?:deny|block)"/);
  });
});
