import { describe, expect, it } from 'vitest';
import { toolResult as claudeCode } from '../../src/hosts/claude-code/tools.ts';
import { readOutput } from '../../src/hosts/codex/transcript-output.ts';
import { toolResult as copilot } from '../../src/hosts/copilot/transcript-results.ts';
import { toolResult as gemini } from '../../src/hosts/gemini/transcript-result.ts';
import { toolResult as opencode } from '../../src/hosts/opencode/transcript-results.ts';
import { toolResult as pi } from '../../src/hosts/pi/transcript-result.ts';
import { toolResult as qwen } from '../../src/hosts/qwen/transcript-results.ts';

const shell = { id: 'c', name: 'shell', kind: 'shell' as const, paths: [] };
const isRefused = (result: { refused?: true } | undefined): boolean => result?.refused === true;

/** By client: a result that a person refused or stopped, and one that a rule, a hook or a program denied. */
const cases: [string, () => boolean[], () => boolean[]][] = [
  [
    'Claude Code',
    () => [
      isRefused(claudeCode('c', 'Bash', { content: 'User rejected tool use', isError: true })),
      isRefused(claudeCode('c', 'Bash', { content: 'x', denialKind: 'user-rejected' })),
      isRefused(claudeCode('c', 'Bash', { content: 'x', interrupted: true })),
    ],
    () => [
      isRefused(
        claudeCode('c', 'Bash', { content: 'PreToolUse:Bash hook error: no', isError: true }),
      ),
      isRefused(claudeCode('c', 'Bash', { content: 'x', denialKind: 'rule' })),
      isRefused(
        claudeCode('c', 'Bash', { content: 'Permission to use Bash was denied', isError: true }),
      ),
    ],
  ],
  [
    'Codex',
    () => [
      isRefused(readOutput('exec command rejected by user')),
      isRefused(readOutput('aborted by user after 3.1s')),
    ],
    () => [isRefused(readOutput('Command blocked by PreToolUse hook: no'))],
  ],
  [
    'Gemini CLI',
    () => [
      isRefused(
        gemini(
          shell,
          { status: 'error' },
          '[Operation Cancelled] Reason: User did not allow tool call',
        ),
      ),
      isRefused(gemini(shell, { status: 'cancelled' }, 'x')),
    ],
    () => [isRefused(gemini(shell, { status: 'error' }, 'Tool execution blocked: no'))],
  ],
  [
    'Qwen Code',
    () => [
      isRefused(
        qwen(
          'c',
          { name: 'run_shell_command' },
          { response: { error: 'User did not allow tool call' }, display: {} },
        ),
      ),
    ],
    () => [
      isRefused(
        qwen(
          'c',
          { name: 'run_shell_command' },
          { response: { error: 'no' }, display: { errorType: 'execution_denied' } },
        ),
      ),
    ],
  ],
  [
    'Copilot CLI',
    () => [
      isRefused(
        copilot(
          'c',
          { name: 'bash' },
          { success: false, error: { code: 'rejected', message: 'The user rejected this' } },
        ),
      ),
    ],
    () => [
      isRefused(
        copilot(
          'c',
          { name: 'bash' },
          { success: false, error: { code: 'denied', message: 'Denied by preToolUse hook' } },
        ),
      ),
    ],
  ],
  [
    'opencode',
    () => [
      isRefused(
        opencode('c', 'bash', {
          status: 'error',
          error: 'The user rejected permission to use this specific tool call.',
        }),
      ),
      isRefused(opencode('c', 'bash', { status: 'error', error: 'Tool execution aborted' })),
    ],
    () => [
      isRefused(
        opencode('c', 'bash', {
          status: 'error',
          error:
            'The user has specified a rule which prevents you from using this specific tool call.',
        }),
      ),
    ],
  ],
  [
    'pi',
    () => [isRefused(pi('c', 'shell', { content: 'Command aborted', isError: true }))],
    () => [isRefused(pi('c', 'shell', { content: 'Tool execution was blocked', isError: true }))],
  ],
];

describe('a call that a person refused or stopped is told from one that a program denied', () => {
  it.each(cases)('%s', (_, byPerson, byProgram) => {
    expect(byPerson()).toEqual(byPerson().map(() => true));
    expect(byProgram()).toEqual(byProgram().map(() => false));
  });
});
