import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextSize } from '../../src/app/sessions/context-size.ts';
import { statusRows } from '../../src/app/sessions/status.ts';
import { claudeCode } from '../../src/hosts/claude-code/index.ts';
import { openSessionIndex } from '../../src/journal/session-index.ts';
import { recordFiles } from '../../src/platform/record-file.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

let messages = 0;
function used(tokens: Record<string, number> | undefined, model = 'model-a', agent?: string): void {
  messages += 1;
  const message = {
    id: `usage-${messages}`,
    role: 'assistant',
    model,
    content: [{ type: 'text', text: 'Going on.' }],
    ...(tokens ? { usage: tokens } : {}),
  };
  rig.row({ type: 'assistant', message }, agent);
}

const told = (_host: string, record: string) => contextSize(recordFiles, claudeCode, record);

const filled = async () => {
  await rig.send('UserPromptSubmit', { prompt: 'go', prompt_id: `p${messages}` });
  await rig.send('PreCompact', { trigger: 'auto' });
  return statusRows(openSessionIndex(rig.state), told)[0]?.contextTokens;
};

describe('[case 68] how full the context is', () => {
  it('is what the host last told of the main session, cached input included', async () => {
    used({ input_tokens: 10, cache_read_input_tokens: 50_000, cache_creation_input_tokens: 9_990 });
    expect(await filled()).toBe(60_000);
    used({ input_tokens: 700_000 }, 'model-b');
    expect(await filled()).toBe(700_000);
  });

  it('is not told by rows without numbers, with zeros, or of a subagent', async () => {
    used({ input_tokens: 60_000 });
    used(undefined);
    used({ input_tokens: 0, output_tokens: 0 });
    used({ input_tokens: 190_000 }, 'model-a', 'a1');
    const usage = { input_tokens: 195_000 };
    rig.row({
      type: 'assistant',
      isSidechain: true,
      message: { id: 'side', role: 'assistant', content: [{ type: 'text', text: 'x' }], usage },
    });
    expect(await filled()).toBe(60_000);
  });

  it('is unknown where nobody told, and small again behind a compaction', async () => {
    rig.userRow('Hello.');
    expect(await filled()).toBeUndefined();
    used({ input_tokens: 180_000 });
    rig.boundaryRows('B1');
    used({ input_tokens: 30_000 });
    expect(await filled()).toBe(30_000);
  });

  it('never makes us speak: no warning is guessed from numbers of calls or of tokens', async () => {
    rig.userRow('Hello.');
    for (const tokens of [60_000, 120_000, 170_000, 195_000, 850_000]) {
      used({ input_tokens: tokens });
      rig.callRows(`toolu_${tokens}`, 'Bash', { command: 'ls' }, { text: 'ok' });
      const prompt = await rig.send('UserPromptSubmit', { prompt: 'go', prompt_id: `p${tokens}` });
      expect(prompt.raw).toBe('');
    }
  });
});
