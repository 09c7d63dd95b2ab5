import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkerBench, until, type WorkerBench } from '../fake-client/bench.ts';

let bench: WorkerBench;
beforeEach(() => {
  bench = openWorkerBench();
});
afterEach(() => bench.close());

/**
 * A client that is told things with its prompt alone: its first run works until there is a file `go`, its second ends before it
 * did anything, its third does the ticket.
 */
function client(place: string): void {
  const program = join(bench.sandbox.root, 'bin', 'codex');
  writeFileSync(
    program,
    `#!/bin/sh
n=$(ls ${place}.prompt.* 2>/dev/null | wc -l)
cat > ${place}.prompt.$n
case $n in
  0) echo '{"type":"thread.started","thread_id":"11111111-2222-4333-8444-555555555555"}'
     echo '{"type":"turn.started"}'
     while [ ! -e ${place}.go ]; do sleep 0.05; done; exit 1 ;;
  1) exit 1 ;;
  *) echo '{"type":"thread.started","thread_id":"11111111-2222-4333-8444-555555555555"}'
     echo '{"type":"turn.started"}'
     holdfast ticket done T --result "it holds" ;;
esac
`,
  );
  chmodSync(program, 0o755);
}

it('a message in the prompt of a client that never worked is told to the next one, and once [case 55]', async () => {
  const place = join(bench.sandbox.root, 'codex');
  client(place);
  bench.ticket('T');
  const started = await bench.holdfast(['run', 'T', '--host', 'codex', '--detach']);
  expect(started.code, started.err).toBe(0);
  await until(() => existsSync(`${place}.prompt.0`), 'the client is started');
  expect((await bench.holdfast(['send', 'T', 'use the blue one'])).code).toBe(0);
  writeFileSync(`${place}.go`, '');
  const { folder } = await until(
    () => bench.worker('T')?.state.status === 'completed' && bench.worker('T'),
    `it ends: ${JSON.stringify(bench.worker('T')?.state)}`,
  );
  const prompts = [0, 1, 2].map((n) => readFileSync(`${place}.prompt.${n}`, 'utf8'));
  expect(prompts.map((one) => one.includes('use the blue one'))).toEqual([false, true, true]);
  const names = readdirSync(join(folder, 'inbox'), { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.endsWith('.json'))).toEqual([
    expect.stringMatching(/^told\//),
  ]);
});
