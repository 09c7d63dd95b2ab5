import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchClient } from '../harness/fetch-client.ts';
import { holdfast, installHoldfast } from '../harness/holdfast.ts';
import type { Sandbox } from '../harness/sandbox.ts';
import { runArm } from './arm.ts';
import { doneFindings, heldFindings } from './measure.ts';
import { heading, sideBySide } from './table.ts';

const say = (line = '') => process.stdout.write(`${line}\n`);

async function demo(): Promise<void> {
  say('A real Claude Code works on a small shop, against a model that answers from a');
  say('script. Its context fills, it compacts, and goes on. Twice: without and with');
  say('Holdfast. No key, no model, no account; only temporary folders are written to.');
  say('+ as intended   - not');
  say();
  const client = await fetchClient('claude-code', { progress: say });
  const script = readFileSync(join(import.meta.dirname, 'script.ts'));
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 12);

  say(`1/2 without Holdfast (Claude Code ${client.version}, agent demo/script.ts ${hash}) …`);
  const without = await runArm(
    client,
    () => {},
    (sandbox, result) => {
      tell(result);
      return { held: heldFindings(result.next), done: doneFindings(sandbox) };
    },
  );

  say(`2/2 with Holdfast: init, task set PLAN.md, the same agent ${hash} …`);
  const install = (sandbox: Sandbox) => {
    installHoldfast(sandbox);
    holdfast(sandbox, 'task', 'set', 'PLAN.md');
  };
  const withIt = await runArm(client, install, (sandbox, result) => {
    tell(result);
    const receipt = receiptIn(holdfast(sandbox, 'show', result.run.sessionId), sandbox);
    return { held: heldFindings(result.next), done: doneFindings(sandbox), receipt };
  });

  for (const line of heading('The next request still held')) say(line);
  for (const line of sideBySide(without.held, withIt.held)) say(line);
  for (const line of heading('What the agent then did')) say(line);
  for (const line of sideBySide(without.done, withIt.done)) say(line);
  say();
  say('The receipt (holdfast show)');
  say('-'.repeat(80));
  for (const line of withIt.receipt) say(line);
  const all = [...withIt.held, ...withIt.done];
  if (all.some((finding) => !finding.good)) process.exitCode = 1;
}

/** The receipt in what `holdfast show` prints: from the line of the compaction to the next empty line. */
function receiptIn(shown: string, sandbox: Sandbox): string[] {
  const lines = shown.replaceAll(`${sandbox.project}/`, '').split('\n');
  const start = lines.findIndex((line) => line.startsWith('compaction 1'));
  const end = lines.indexOf('', start);
  return start < 0 ? ['(none)'] : lines.slice(start, end < 0 ? undefined : end);
}

function tell(result: { run: { requests: unknown[] }; milliseconds: number }): void {
  const seconds = (result.milliseconds / 1000).toFixed(1);
  say(
    `    ${result.run.requests.length} requests to the model, compacted, ended after ${seconds} s`,
  );
}

try {
  await demo();
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
