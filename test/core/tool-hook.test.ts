import { describe, expect, it } from 'vitest';
import { payloadOfCall, toolHandler } from '../../src/core/hook-settings/tool-hook.ts';

describe('an event that comes as a call of our server', () => {
  it('is asked for field by field, in the names of the host', () => {
    const filled = (name: string) => ['$', '{', name, '}'].join('');
    expect(toolHandler('h', 'Stop', ['session_id', 'cwd'], 7)).toEqual({
      type: 'mcp_tool',
      server: 'holdfast',
      tool: 'hook',
      input: {
        host: 'h',
        hook_event_name: 'Stop',
        session_id: filled('session_id'),
        cwd: filled('cwd'),
      },
      timeout: 7,
    });
  });

  it('becomes the payload that a command would have got: what is empty is absent, structures are structures', () => {
    const input = {
      session_id: 's',
      agent_id: '',
      prompt: '',
      tool_input: '{"command":"ls"}',
      tool_response: { stdout: 'x' },
      is_interrupt: 'false',
      tool_name: '["a"]',
    };
    expect(payloadOfCall(input)).toEqual({
      session_id: 's',
      prompt: '',
      tool_input: { command: 'ls' },
      tool_response: { stdout: 'x' },
      is_interrupt: false,
      tool_name: '["a"]',
    });
  });

  it.each(['12', '"a"', '{torn', '[1', 'null', 'true story'])(
    'leaves an output that only looks like a structure a text: %s',
    (tool_response) => {
      expect(payloadOfCall({ tool_response })).toEqual({ tool_response });
    },
  );

  it('is of a subagent where it was made in another thread than the session', () => {
    expect(payloadOfCall({ session_id: 's' }, 's')).toEqual({ session_id: 's' });
    expect(payloadOfCall({ session_id: 's' }, 'a')).toEqual({ session_id: 's', agent_id: 'a' });
    expect(payloadOfCall({ session_id: 's', agent_id: 'b' }, 'a').agent_id).toBe('b');
  });
});
