// A client that does what a script says, in the stream of Claude Code's print mode. FAKE_CLIENT names a JSON file: a list of
// runs, each a list of steps; the last run is repeated. `mute`: it shows nothing of what it is told; `deaf`: it stays when its
// input is closed. Behind its steps it waits until its standard input is closed.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const script = process.env.FAKE_CLIENT;
const runs = JSON.parse(readFileSync(script, 'utf8'));
const nth = linesOf(`${script}.starts`);
appendFileSync(
  `${script}.starts`,
  `${JSON.stringify({ args: process.argv.slice(2), pid: process.pid })}\n`,
);
const steps = runs[Math.min(nth, runs.length - 1)];
const flag = (name) => process.argv[process.argv.indexOf(name) + 1];
const session = process.argv.includes('--resume') ? flag('--resume') : flag('--session-id');
const waiting = [];
const given = [];
let calls = 0;
let mute = steps[0] === 'mute';

createInterface({ input: process.stdin }).on('line', (line) => {
  appendFileSync(`${script}.input`, `${line}\n`);
  const row = JSON.parse(line);
  if (row.type === 'user' && !mute) emit({ ...row, isReplay: true, parent_tool_use_id: null });
  const waiter = waiting.shift();
  if (waiter) waiter(row);
  else given.push(row);
});
process.stdin.on('end', () => {
  if (steps.includes('deaf')) return;
  process.exit(0);
});

const next = () =>
  given.length > 0
    ? Promise.resolve(given.shift())
    : new Promise((resolve) => waiting.push(resolve));

await next();
for (const step of steps) await play(Array.isArray(step) ? step : [step]);

async function play([what, ...rest]) {
  switch (what) {
    case 'mute':
      mute = true;
      return;
    case 'init':
      return emit({ type: 'system', subtype: 'init', session_id: session, model: 'fake-model' });
    case 'say':
      return emit(message([{ type: 'text', text: rest[0] }]));
    case 'sh': {
      const id = newId('call');
      emit(message([{ type: 'tool_use', id, name: 'Bash', input: { command: rest[0] } }]));
      const ran = spawnSync('/bin/sh', ['-c', rest[0]], { encoding: 'utf8' });
      const content = `${ran.stdout}${ran.stderr}`;
      appendFileSync(`${script}.shell`, content);
      return emit({
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: id, content, is_error: ran.status !== 0 }],
        },
      });
    }
    case 'ask': {
      const request = { subtype: 'can_use_tool', tool_name: rest[0], input: rest[1] };
      emit({ type: 'control_request', request_id: newId('r'), request });
      const answer = await next();
      return appendFileSync(`${script}.answers`, `${JSON.stringify(answer.response.response)}\n`);
    }
    case 'compact':
      return emit({ type: 'system', subtype: 'compact_boundary', session_id: session });
    case 'turn':
      return emit({ type: 'result', subtype: 'success', is_error: false, result: rest[0] ?? 'ok' });
    case 'error':
      return emit({ type: 'result', is_error: true, result: rest[1], api_error_status: rest[0] });
    case 'retries':
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        const row = { type: 'system', subtype: 'api_retry', attempt, max_retries: 10 };
        emit({ ...row, error_status: rest[0], session_id: session });
        await new Promise((resolve) => setTimeout(resolve, rest[1]));
      }
      return;
    case 'next':
      await next();
      return;
    case 'raw':
      return print(rest[0]);
    case 'flood':
      for (let each = 0; each < rest[0]; each += 1) {
        emit(message([{ type: 'text', text: `${each} ${'x'.repeat(rest[1] ?? 100)}` }]));
      }
      return;
    case 'child':
      spawn('/bin/sh', ['-c', rest[0]], { stdio: 'inherit', detached: rest[1] === 'detached' });
      return;
    case 'sleep':
      return new Promise((resolve) => setTimeout(resolve, rest[0]));
    case 'exit':
      return process.exit(rest[0]);
    case 'kill':
      return process.kill(process.pid, rest[0]);
    default:
  }
}

function newId(kind) {
  calls += 1;
  return `${kind}_${calls}`;
}

function message(content) {
  const usage = { input_tokens: 100, output_tokens: 10 };
  const id = newId('msg');
  return { type: 'assistant', message: { id, content, usage }, parent_tool_use_id: null };
}

function emit(row) {
  print(`${JSON.stringify(row)}\n`);
}

function print(text) {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') process.exit(1);
    }
  }
}

function linesOf(path) {
  try {
    return readFileSync(path, 'utf8').split('\n').length - 1;
  } catch {
    return 0;
  }
}
