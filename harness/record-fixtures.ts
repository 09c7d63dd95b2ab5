import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchClient } from './fetch-client.ts';
import { startModelServer } from './model-server.ts';
import { createNeutralizer, tellingRows } from './neutral.ts';
import { type Row, readRows } from './record.ts';
import { createRecorder, hookSettings } from './recorder.ts';
import { runClient } from './run-client.ts';
import { createSandbox } from './sandbox.ts';
import { scenarios } from './scenarios/claude-code.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { openScreen, type ScreenOptions } from './screen.ts';

/**
 * Records the payloads and the session records of the scenarios from the real client, made neutral, as fixtures:
 * `node --import tsx harness/record-fixtures.ts [scenario …]`. Only after a new client version.
 */
const target = join(import.meta.dirname, '..', 'test', 'fixtures', 'claude-code');
const wanted = process.argv.slice(2);

async function record(scenario: Scenario): Promise<void> {
  const client = await fetchClient('claude-code', { progress: console.log });
  const sandbox = createSandbox('record');
  const server = await startModelServer({ policy: scenario.policy(sandbox) });
  try {
    scenario.prepare(sandbox);
    const recorder = createRecorder(sandbox);
    for (const [event, text] of Object.entries(scenario.answers ?? {})) {
      if (event === 'Stop') recorder.answerOnce(event, text);
      else recorder.answer(event, text);
    }
    const common = { client, sandbox, server, userSettings: hookSettings(recorder.command) };
    let session: string | undefined;
    for (const prompt of scenario.prompts ?? []) {
      const run = await runClient({ ...common, prompt, resume: session });
      session = run.sessionId;
      if (run.exitCode !== 0) throw new Error(`${scenario.name}: ended with ${run.exitCode}`);
    }
    if (scenario.atScreen)
      await atScreen(scenario.atScreen, { ...common, args: scenario.screenArgs });
    if (server.faults.length > 0) throw new Error(`${scenario.name}: ${server.faults.join('\n')}`);
    const neutral = createNeutralizer(sandbox);
    const payloads = recorder.payloads();
    save('payloads', scenario.name, payloads, neutral);
    const path = String(payloads[0]?.transcript_path);
    save('records', scenario.name, tellingRows(readRows(path)), neutral);
    const subagents = join(path.replace(/\.jsonl$/, ''), 'subagents');
    const files = existsSync(subagents) ? readdirSync(subagents).sort() : [];
    for (const file of files.filter((name) => name.endsWith('.jsonl'))) {
      save(
        'records',
        `${scenario.name}.agent`,
        tellingRows(readRows(join(subagents, file))),
        neutral,
      );
    }
    console.log(`${scenario.name}: ${payloads.length} payloads`);
  } finally {
    await server.close();
    sandbox.remove();
  }
}

async function atScreen(
  act: NonNullable<Scenario['atScreen']>,
  options: ScreenOptions,
): Promise<void> {
  const screen = openScreen(options);
  try {
    await act(screen);
  } finally {
    await screen.close();
  }
}

function save(kind: string, name: string, rows: Row[], neutral: (text: string) => string): void {
  mkdirSync(join(target, kind), { recursive: true });
  const text = rows.map((row) => `${neutral(JSON.stringify(row))}\n`).join('');
  writeFileSync(join(target, kind, `${name}.jsonl`), text);
}

for (const scenario of scenarios) {
  if (wanted.length === 0 || wanted.includes(scenario.name)) await record(scenario);
}
