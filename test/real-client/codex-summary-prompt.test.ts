import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexDriver } from '../../harness/drivers/codex.ts';
import { holdfastBeside } from '../../harness/holdfast.ts';
import { fullContext, type Policy, textOf } from '../../harness/request.ts';
import { summaryPrompt } from '../../src/hosts/codex/summary-prompt.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';

const client = await bringClient('codex');
const itsOwn = 'You are performing a CONTEXT CHECKPOINT COMPACTION';

const compactOnce: Policy = (request) => {
  if (request.kind !== 'main') return { text: 'A summary.' };
  if (request.nth > 0) return { text: 'The end.' };
  return { calls: [codexDriver.tools.shell('echo x')], inputTokens: fullContext };
};

/** A sandbox whose config.toml a person wrote in a way of their own. */
async function place(beginning = '') {
  const work = await openWorkplace(client!, {
    plan: '',
    policy: () => compactOnce,
    driver: codexDriver,
    install: false,
  });
  const config = join(work.sandbox.home, '.codex', 'config.toml');
  const before = `# mine\n${beginning}${readFileSync(config, 'utf8')}\n[tui]\nnotifications = false # keep\n`;
  writeFileSync(config, before);
  writeFileSync(join(config, '..', 'PROMPT.md'), 'Summarise in three words.');
  const command = (...args: string[]) =>
    holdfastBeside(work.sandbox, client!.path, ...args).replace(/\s+/g, ' ');
  const read = () => readFileSync(config, 'utf8');
  const order = async () => {
    const run = await work.run('Work.');
    expect(run.exitCode, run.stderr).toBe(0);
    const summaries = run.requests.filter(({ kind }) => kind === 'summary');
    expect(summaries).toHaveLength(1);
    return textOf(summaries[0]!);
  };
  return { before, command, read, order, config };
}
const init = ['init', '--host', 'codex', '--yes'];
const replacing = [...init, '--replace-summary-prompt'];
const remove = ['uninstall', '--host', 'codex', '--yes'];

describe.skipIf(!client)('the prompt by which Codex summarises', () => {
  it('is ours where the person agreed to that, named by doctor, and taken back byte for byte', async () => {
    const { before, command, read, order } = await place();
    expect(command(...replacing)).toContain("summarises by Holdfast's prompt (compact_prompt)");
    const told = await order();
    expect(told).toContain(summaryPrompt);
    expect(told).not.toContain(itsOwn);
    const doctor = command('doctor');
    expect(doctor).toMatch(/note codex compact_prompt: .* no effect where the vendor’s own server/);
    expect(command(...init)).toContain('Nothing to do');
    command(...remove);
    expect(read()).toBe(before);
  });

  it('stays the client’s own where a person only said yes to the hooks', async () => {
    const { before, command, read, order } = await place();
    command(...init);
    expect(read()).not.toContain('compact_prompt');
    const told = await order();
    expect(told).toContain(itsOwn);
    expect(told).not.toContain(summaryPrompt);
    expect(command('doctor')).not.toContain('compact_prompt');
    // Agreed to later, on top of the trust.
    command(...replacing);
    expect(read()).toContain('compact_prompt');
    command(...remove);
    expect(read()).toBe(before);
  });

  it('stays the one that the person has set, as a text or as a file', async () => {
    for (const [setting, value] of [
      ['compact_prompt', 'Summarise in two words.'],
      ['experimental_compact_prompt_file', 'PROMPT.md'],
    ]) {
      const { before, command, read } = await place(`${setting} = "${value}"\n`);
      const said = command(...replacing);
      expect(said).toContain(`you have set ${setting}, which is left as it is`);
      expect(read()).toContain(`${setting} = "${value}"`);
      expect(read()).not.toContain(summaryPrompt.slice(0, 40));
      command(...remove);
      expect(read()).toBe(before);
    }
  });

  it('is taken out by itself where another hand changed the file', async () => {
    const { before, command, read, config } = await place();
    command(...replacing);
    writeFileSync(config, `# theirs\n${read()}`);
    command(...remove);
    expect(read()).not.toContain('compact_prompt');
    expect(read()).not.toContain('trusted_hash');
    expect(read().startsWith('# theirs\n# mine\nmodel = ')).toBe(true);
    expect(read()).toContain(before.slice(before.indexOf('[model_providers'), before.length));
  });
});
