import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { atExit } from '../harness/cleanup.ts';
import { claudeCodeDriver } from '../harness/drivers/claude-code.ts';
import { fetchClient } from '../harness/fetch-client.ts';
import { startModelServer } from '../harness/model-server.ts';
import { type Answer, fullContext, type Policy } from '../harness/request.ts';
import { createSandbox } from '../harness/sandbox.ts';

const cli = join(import.meta.dirname, '..', 'dist', 'cli.js');
const { tools } = claudeCodeDriver;
const say = (line = '') => process.stdout.write(`${line}\n`);

const ticket = 'round-prices';
const progress = (text: string) => tools.shell(`holdfast ticket progress ${ticket} "${text}"`);

/** What the scripted model does with the ticket, one answer a request; its context is full behind the third. */
const steps: readonly Answer[] = [
  { text: 'I read what the ticket asks for.', calls: [tools.shell('cat src/money.mjs')] },
  { text: 'It cuts off where it should round.', calls: [progress('found: cents are cut off')] },
  {
    text: 'I write the fix.',
    calls: [tools.write('src/money.mjs', 'export const cents = (x) => Math.round(x * 100);\n')],
    inputTokens: fullContext,
  },
  {
    text: 'The conversation was compacted; the ticket is still before me. I note what is done.',
    calls: [progress('cents are rounded half up')],
  },
  {
    text: 'That is all the ticket asks for.',
    calls: [tools.shell(`holdfast ticket done ${ticket} --result "prices are rounded half up"`)],
  },
];

/** So long the model takes for an answer, so that one can look on. */
const thinkMs = 1_500;

/** Runs the command line as the user of the demo, and hands on what it prints. Returns its exit code. */
function holdfast(args: string[], place: { cwd: string; env: Record<string, string> }) {
  return new Promise<number>((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], { ...place, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function demo(): Promise<void> {
  say('A worker does a ticket: a real Claude Code, started and looked after by Holdfast,');
  say('against a model that answers from a script. Its context fills, it compacts, and goes');
  say('on. No key, no model, no account; only temporary folders are written to.');
  say();
  const client = await fetchClient('claude-code', { progress: say });
  const sandbox = createSandbox('demo-worker');
  let next = 0;
  const policy: Policy = (request) =>
    request.kind === 'main' ? (steps[next++] ?? { text: 'Done.' }) : {};
  const server = await startModelServer({ policy, thinkMs });
  let stopped = (): void => {};
  try {
    sandbox.write('src/money.mjs', 'export const cents = (x) => Math.floor(x * 100);\n');
    const { env } = claudeCodeDriver.start({
      client,
      sandbox,
      serverUrl: server.url,
      prompt: '',
    });
    const path = [dirname(client.path), env.PATH].join(delimiter);
    const place = { cwd: sandbox.project, env: { ...env, PATH: path } };
    const objective = ['--objective', 'src/money.mjs rounds prices half up'];
    say(`Look on in another terminal: HOLDFAST_HOME=${sandbox.holdfastHome} node dist/cli.js top`);
    // A worker goes on without whoever started it, so that it is stopped where the demo is interrupted.
    const stop = () =>
      spawnSync(process.execPath, [cli, 'stop', ticket, '--now'], { ...place, stdio: 'ignore' });
    stopped = atExit(stop);
    const commands = [
      ['init', '--host', 'claude-code', '--yes'],
      ['ticket', 'new', 'Round prices half up', '--id', ticket, ...objective],
      ['run', ticket, '--host', 'claude-code', '--permission', 'edit'],
      ['ticket', 'show', ticket],
    ];
    for (const args of commands) {
      say(
        `\n$ holdfast ${args.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ')}`,
      );
      const code = await holdfast(args, place);
      if (code !== 0) throw new Error(`holdfast ${args[0]} ended with ${code}.`);
    }
    if (server.faults.length > 0) throw new Error(server.faults.join('\n'));
    say('\n$ cat src/money.mjs');
    say(readFileSync(join(sandbox.project, 'src', 'money.mjs'), 'utf8').trimEnd());
  } finally {
    stopped();
    await server.close();
    sandbox.remove();
  }
}

try {
  await demo();
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
