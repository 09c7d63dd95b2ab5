import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { addInit } from '../../../src/entry/cli/init.ts';
import { codexInstall } from '../../../src/hosts/codex/install.ts';
import { codexSummaryPrompt, summaryPrompt } from '../../../src/hosts/codex/summary-prompt.ts';
import { type Bench, makeBench } from './bench.ts';

let bench: Bench | undefined;
afterEach(() => bench?.remove());

/** A person who says yes to the hooks, and `replace` to the prompt, at a client whose server sets what it is told. */
function person(replace: boolean) {
  bench = makeBench(true);
  const { cli } = bench;
  const config = codexInstall.summaryPrompt!.keptIn(cli.install.place);
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(config, 'model = "m"\n');
  const settings: Record<string, unknown> = {};
  cli.install.hosts = [codexInstall];
  cli.install.talk = (_program, _args, _cwd, conversation) =>
    conversation(async (method, params) => {
      if (method === 'config/read') return { config: settings, layers: [] };
      if (method !== 'config/batchWrite') return {};
      const [edit] = (params as { edits: { keyPath: string; value: unknown }[] }).edits;
      settings[edit!.keyPath] = edit!.value;
      writeFileSync(config, `compact_prompt = """\n${edit!.value}"""\nmodel = "m"\n`);
      return {};
    });
  const questions: string[] = [];
  cli.ask = (question) => {
    questions.push(question);
    return Promise.resolve(questions.length === 1 || replace);
  };
  return { bench, questions, settings, config };
}

it('asks for the prompt of summaries by itself, and sets it for a yes to that only', async () => {
  for (const replace of [false, true]) {
    const { bench, questions, settings } = person(replace);
    await bench.run(addInit, 'init', '--host', 'codex');
    expect(questions).toHaveLength(2);
    expect(questions[1]).toMatch(/in the place of its own whole one.*no effect where/);
    expect(settings.compact_prompt).toBe(replace ? summaryPrompt : undefined);
    bench.remove();
  }
});

it('does not ask for it with --yes, and sets it with the flag', async () => {
  const { bench, questions, settings, config } = person(false);
  await bench.run(addInit, 'init', '--host', 'codex', '--yes');
  expect([questions, settings.compact_prompt]).toEqual([[], undefined]);
  await bench.run(addInit, 'init', '--host', 'codex', '--yes', '--replace-summary-prompt');
  expect([questions, settings.compact_prompt]).toEqual([[], summaryPrompt]);
  expect(codexSummaryPrompt.withdraw(readFileSync(config, 'utf8'))).toBe('model = "m"\n');
});

it('says what a whole prompt must, in less than 2,000 characters that stand in a config file as they are', () => {
  expect(summaryPrompt.length).toBeLessThan(2000);
  expect(summaryPrompt).not.toMatch(/"""|\\/);
  for (const word of [
    'handoff summary',
    'in their own words',
    'identifiers',
    'PLAN',
    'OPEN',
    'NEXT',
  ])
    expect(summaryPrompt).toContain(word);
});

it('leaves a prompt of the person’s own in its file', () => {
  for (const config of [
    'compact_prompt = "short"\n',
    'compact_prompt = """\nmine\n"""\n',
    `note = """\n${summaryPrompt}"""\n`,
  ])
    expect(codexSummaryPrompt.withdraw(config)).toBe(config);
});
