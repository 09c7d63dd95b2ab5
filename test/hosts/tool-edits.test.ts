import { describe, expect, it } from 'vitest';
import { maxEditCharacters } from '../../src/core/edit/tool-edit.ts';
import type { HostEvent } from '../../src/core/event.ts';
import type { Host } from '../../src/hosts/host.ts';
import { hostById, hosts } from '../../src/hosts/registry.ts';
import { eventsOf, recordedPayloads, recordedScenarios } from './recorded.ts';
import { recordedHooks } from './recorded-hooks.ts';

const host = (id: string): Host => hostById(id)!;

function callIn(event: HostEvent | undefined) {
  return event?.type === 'tool.requested' || event?.type === 'tool.finished'
    ? event.call
    : undefined;
}

/** What the payload of a tool that is about to run says it writes. */
function editOf(id: string, name: string, input: unknown) {
  const named: Record<string, [string, Record<string, unknown>]> = {
    copilot: ['preToolUse', { sessionId: 's', toolName: name, toolArgs: input }],
    gemini: ['BeforeTool', { session_id: 's', tool_name: name, tool_input: input }],
    cursor: ['preToolUse', { conversation_id: 's', tool_name: name, tool_input: input }],
    opencode: [
      'tool.execute.before',
      {
        hook: 'tool.execute.before',
        session: 's',
        input: { tool: name, callID: 'c' },
        output: { args: input },
      },
    ],
    pi: [
      'tool_call',
      { hook: 'tool_call', session: 's', event: { toolName: name, toolCallId: 'c', input } },
    ],
  };
  const usual = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: name };
  const [event, payload] = named[id] ?? ['PreToolUse', { ...usual, tool_input: input }];
  const decoded = host(id).decode(payload, event);
  if (!('event' in decoded)) throw new Error(decoded.ignored);
  return callIn(decoded.event)?.edit;
}

const plugins: Record<string, string> = { opencode: '1.18.34', pi: '1.6.0' };

const replaced = (old: string, text: string, all = false) => ({
  kind: 'replace',
  replacements: [{ old, new: text, all }],
});

describe('what an edit writes, as hosts tell it', () => {
  it.each(hosts.map(({ id }) => id))(
    '%s: every recorded edit and write that names its content has it',
    (id) => {
      const version = plugins[id];
      const events =
        version === undefined
          ? recordedScenarios(id).flatMap((name) => eventsOf(host(id), recordedPayloads(id, name)))
          : recordedHooks(id, version).flatMap((hook) => {
              const decoded = host(id).decode({ session: 's', ...hook });
              return 'event' in decoded ? [decoded.event] : [];
            });
      const calls = events
        .map(callIn)
        .filter((call) => call?.kind === 'edit' || call?.kind === 'write');
      // Two hosts are known by documents alone, whose samples edit nothing.
      if (host(id).basis === 'live') expect(calls).not.toEqual([]);
      for (const call of calls)
        expect(call?.edit?.kind, call?.name).toMatch(/^(?:write|replace|patch)$/);
    },
  );

  it.each([
    ['claude-code', 'Write', { file_path: 'a', content: 'x' }],
    ['codex', 'apply_patch', { command: '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch' }],
    ['opencode', 'write', { filePath: 'a', content: 'x' }],
    ['pi', 'write', { path: 'a', content: 'x' }],
    ['qwen', 'write_file', { file_path: 'a', content: 'x' }],
    ['gemini', 'write_file', { file_path: 'a', content: 'x' }],
    ['copilot', 'create', { path: 'a', file_text: 'x' }],
    ['cursor', 'Write', { file_path: 'a', content: 'x' }],
    ['droid', 'Create', { file_path: 'a', content: 'x' }],
  ])('%s tells the whole text of a file that is written', (id, name, input) => {
    const edit = editOf(id, name, input);
    expect(edit?.kind).toBe(id === 'codex' ? 'patch' : 'write');
    expect(JSON.stringify(edit)).toContain('x');
  });

  it.each([
    ['claude-code', 'Edit', { file_path: 'a', old_string: 'x', new_string: 'y' }],
    ['opencode', 'edit', { filePath: 'a', oldString: 'x', newString: 'y' }],
    ['pi', 'edit', { path: 'a', edits: [{ oldText: 'x', newText: 'y' }] }],
    ['qwen', 'edit', { file_path: 'a', old_string: 'x', new_string: 'y' }],
    ['gemini', 'replace', { file_path: 'a', old_string: 'x', new_string: 'y', instruction: 'z' }],
    ['copilot', 'edit', { path: 'a', old_str: 'x', new_str: 'y' }],
    ['cursor', 'StrReplace', { path: 'a', old_string: 'x', new_string: 'y' }],
    ['droid', 'Edit', { file_path: 'a', old_str: 'x', new_str: 'y' }],
  ])('%s tells what is replaced by what', (id, name, input) => {
    expect(editOf(id, name, input)).toEqual(replaced('x', 'y'));
  });

  it('takes every replacement of a call with several, or nothing where one is not understood', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: 'd', replace_all: true },
    ];
    const several = editOf('claude-code', 'MultiEdit', { file_path: 'a', edits });
    expect(several?.kind === 'replace' && several.replacements.map(({ all }) => all)).toEqual([
      false,
      true,
    ]);
    const odd = { file_path: 'a', edits: [...edits, { new_string: 'x' }] };
    expect(editOf('claude-code', 'MultiEdit', odd)).toBeUndefined();
  });

  it('leaves out what is larger than is looked at, and what changes no file', () => {
    const content = 'x'.repeat(maxEditCharacters + 1);
    expect(editOf('claude-code', 'Write', { file_path: 'a', content })).toBeUndefined();
    expect(editOf('claude-code', 'Read', { file_path: 'a', content: 'x' })).toBeUndefined();
  });
});
