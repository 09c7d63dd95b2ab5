// A client in the stream of Claude Code's print mode that prints so many lines a second for so many seconds, as an agent at
// work does, then ends its ticket. BENCH_RATE and BENCH_SECONDS say how many.
import { spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';

const rate = Number(process.env.BENCH_RATE);
const seconds = Number(process.env.BENCH_SECONDS);
const session = process.argv[process.argv.indexOf('--session-id') + 1];
const text =
  'The parser keeps the bytes of a line until its end came, and gives them as one text then. ';
const output = 'src/app/worker/book.ts:42:  private readonly folder: string;\n'.repeat(6);

process.stdin.on('data', () => {}).on('end', () => process.exit(0));
print({ type: 'system', subtype: 'init', session_id: session, model: 'bench' });
const began = performance.now();
let printed = 0;
const timer = setInterval(() => {
  const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) / 1000) * rate));
  for (; printed < due; printed += 1) print(line(printed));
  if (printed < rate * seconds) return;
  clearInterval(timer);
  spawnSync('holdfast', ['ticket', 'done', process.env.HOLDFAST_TICKET, '--result', 'printed']);
  print({ type: 'result', subtype: 'success', is_error: false, result: 'printed' });
}, 20);

function line(nth) {
  const id = `toolu_${nth - (nth % 3)}`;
  const usage = { input_tokens: 1000 + nth, output_tokens: 50 };
  if (nth % 3 === 0) {
    const content = [{ type: 'text', text: text.repeat(4) }];
    return { type: 'assistant', message: { id: `msg_${nth}`, content, usage } };
  }
  if (nth % 3 === 1) {
    const content = [
      { type: 'tool_use', id, name: 'Bash', input: { command: `grep -n x f${nth}` } },
    ];
    return { type: 'assistant', message: { id: `msg_${nth}`, content, usage } };
  }
  const content = [{ type: 'tool_result', tool_use_id: id, content: output, is_error: false }];
  return { type: 'user', message: { role: 'user', content } };
}

function print(row) {
  let rest = Buffer.from(`${JSON.stringify(row)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') process.exit(1);
    }
  }
}
