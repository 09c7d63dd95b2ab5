import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { edit, tree } from './kit.ts';
import { longPlan, Rig, readPayload } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

/** Made up, in the shapes of real ones; taken apart so that no scanner takes this file for a leak. */
const secrets = [
  `ghp_${'A1b2C3d4'.repeat(5)}`,
  `github_pat_${'11ABCDEFG0'.repeat(4)}`,
  `sk-ant-${'api03-Zx9Yw8Vu7'.repeat(3)}`,
  `sk-or-${'v1-0a1b2c3d4e5f'.repeat(3)}`,
  `AKIA${'IOSFODNN7EXAMPLQ'}`,
  `xoxb-${'123456789012-abcdefABCDEF'}`,
  `eyJ${'hbGciOiJIUzI1NiJ9'}.${'eyJzdWIiOiIxMjM0NTY3ODkwIn0'}.${'SflKxwRJSMeKKF2QT4fwpM'}`,
  `MIIEpAIBAAKCAQEA${'x7Kq9Zb2Lm4N'.repeat(4)}`,
  'hunter2hunter2',
  `Zm9vYmFy${'OnNlY3JldDEyMw'}`,
];

const pem = `-----BEGIN RSA PRIVATE KEY-----\n${secrets[7]}\n-----END RSA PRIVATE KEY-----`;
const leaking = [
  ...secrets.slice(0, 7),
  pem,
  `postgres://admin:${secrets[8]}@db.internal:5432/main`,
  `Authorization: Basic ${secrets[9]}`,
];

const innocents = [
  '9f8e7d6c5b4a39281706f5e4d3c2b1a098765432',
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  'the token of our thanks',
];

/** Every way by which text reaches us: prompts, output, errors, commands, paths, dialogs, summaries. */
async function leakEverywhere(): Promise<string> {
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  await rig.send('SessionStart', { source: 'startup' });
  leaking.forEach((secret, index) => {
    rig.userRow(`Never print ${secret}, please, number ${index}.`);
    rig.callRows(
      `toolu_out_${index}`,
      'Bash',
      { command: `deploy --header '${secret}' step-${index}` },
      { text: `Exit code 1\nError: refused ${secret}`, failed: true },
    );
    rig.callRows(`toolu_env_${index}`, 'Bash', { command: 'printenv' }, { text: `KEY=${secret}` });
    rig.callRows(`toolu_todo_${index}`, 'TodoWrite', {
      todos: [{ content: `Rotate ${secret}`, status: 'pending', activeForm: 'x' }],
    });
    rig.answerRow(`Shall I use ${secret}?`);
  });
  rig.userRow(`Keep ${innocents.join(' and ')} as they are. Always.`);
  rig.callRows('toolu_last', 'Bash', { command: 'npm test' }, { text: 'ok' });
  const answers: string[] = [];
  const steering = await rig.send('PreCompact', {
    trigger: 'auto',
    custom_instructions: leaking.join(' '),
  });
  answers.push(steering.raw);
  answers.push((await rig.send('SessionStart', { source: 'compact' })).raw);
  await rig.send('PostCompact', { trigger: 'auto', compact_summary: leaking.join('\n') });
  answers.push((await rig.send('PreToolUse', edit('toolu_2'))).raw);
  const output = { stdout: leaking.join('\n'), stderr: '' };
  const call = { tool_name: 'Bash', tool_use_id: 'toolu_3', tool_input: { command: 'env' } };
  answers.push((await rig.send('PostToolUse', { ...call, tool_response: output })).raw);
  await rig.send('PostToolUseFailure', {
    ...call,
    tool_use_id: 'toolu_4',
    error: leaking.join(' '),
  });
  answers.push(
    (await rig.send('UserPromptSubmit', { prompt: leaking.join(' '), prompt_id: 'p' })).raw,
  );
  answers.push((await rig.send('Stop', { last_assistant_message: leaking.join(' ') })).raw);
  return answers.join('\n');
}

describe('[case 34] secrets', () => {
  it('are in no file of ours and in nothing that is told, whichever way they came', async () => {
    const told = await leakEverywhere();
    const stored = Object.entries(tree(rig.state));
    expect(stored.length).toBeGreaterThan(2);
    for (const secret of secrets) {
      expect(told).not.toContain(secret);
      for (const [name, text] of stored) {
        expect(`${name}: ${text.includes(secret)}`).toBe(`${name}: false`);
      }
    }
  });

  it.each(leaking)(
    'reach no text of ours straight from the record either, number %#',
    async (secret) => {
      rig.userRow(`Never print ${secret}.`);
      rig.callRows(
        'toolu_1',
        'Bash',
        { command: `deploy --header '${secret}'` },
        { text: `Exit code 1\nError: refused ${secret}`, failed: true },
      );
      rig.callRows('toolu_2', 'TodoWrite', {
        todos: [{ content: `Rotate ${secret}`, status: 'pending', activeForm: 'x' }],
      });
      rig.callRows('toolu_3', 'Bash', { command: 'npm test' }, { text: 'ok' });
      const { raw } = await rig.send('SessionStart', { source: 'compact' });
      expect(raw).toContain('[redacted:');
      expect(secrets.filter((one) => raw.includes(one))).toEqual([]);
    },
  );

  it('take nothing useful with them: hashes, ids and plain words stay', async () => {
    const told = await leakEverywhere();
    for (const innocent of innocents) expect(told).toContain(innocent);
    expect(told).toContain('[redacted:');
  });

  it('lie, like all state, in folders and files that nobody else may read', async () => {
    await leakEverywhere();
    expect(statSync(rig.state).mode & 0o777).toBe(0o700);
    for (const name of Object.keys(tree(rig.state))) {
      expect(`${name} ${(statSync(join(rig.state, name)).mode & 0o077).toString(8)}`).toBe(
        `${name} 0`,
      );
    }
    expect(Object.keys(tree(rig.project))).toEqual(['PLAN.md']);
  });

  it('need not be looked for in the content of files, which is not stored', async () => {
    rig.userRow('Read it.');
    rig.callRows(
      'toolu_1',
      'Read',
      { file_path: '/x/a.ts' },
      { text: 'the words of a source file' },
    );
    rig.callRows(
      'toolu_2',
      'Write',
      { file_path: '/x/b.ts', content: 'the words of a new file' },
      { text: 'ok' },
    );
    await rig.compact();
    await rig.send('PostToolUse', readPayload('/x/a.ts', 'the words of a source file'));
    const stored = Object.values(tree(rig.state)).join('\n');
    expect(stored).toContain('/x/b.ts');
    expect(stored).not.toContain('the words of a');
  });
});
