import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const shared = join(
  process.env.HOLDFAST_SHARED ?? join(import.meta.dirname, '..', '..', 'shared'),
  'transcripts',
  'claude',
);

/** What the records are made from: real transcripts where they lie beside the repository, else made-up rows. */
export const sampleSource = existsSync(shared) ? 'real transcripts' : 'made-up rows';

/**
 * Writes records of at least `size` bytes in all into a folder: the samples again and again, with ids and words of their own
 * each time, so that nothing is the same twice. Returns how many bytes they are.
 */
export function writeSampleFolder(folder: string, size: number): number {
  const samples = existsSync(shared) ? realRows() : madeUpRows();
  let written = 0;
  for (let round = 0; written < size; round += 1) {
    // Ids are told apart by their first and last characters.
    const mark = [...round.toString(36).padStart(3, '0')].reverse().join('');
    const text = samples
      .replaceAll(/"uuid":".../g, `"uuid":"${mark}`)
      .replaceAll(/toolu_.../g, `toolu_${mark}`)
      .replaceAll(/"id":"msg_.../g, `"id":"msg_${mark}`)
      .replaceAll(/\b([a-z]{3,7})ing\b/g, `$1ing${mark}`)
      .replaceAll(/\b([rsf]e[a-z]+)\b/g, `$1${mark}`)
      .slice(0, Math.max(0, size - written));
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole === '') break;
    writeFileSync(join(folder, `${mark}.jsonl`), Buffer.from(whole, 'latin1'));
    written += whole.length;
  }
  return written;
}

/** Writes a record of `size` bytes, less what would be part of a line: the samples again and again, with ids of their own each time. */
export function writeSampleRecord(path: string, size: number): void {
  const samples = existsSync(shared) ? realRows() : madeUpRows();
  const file = openSync(path, 'w');
  for (let written = 0, round = 0; written < size; round += 1) {
    const mark = round.toString(36).padStart(3, '0');
    const text = samples
      .replaceAll(/"uuid":".../g, `"uuid":"${mark}`)
      .replaceAll(/toolu_.../g, `toolu_${mark}`)
      .replaceAll(/"id":"msg_.../g, `"id":"msg_${mark}`);
    const rest = text.slice(0, size - written);
    const whole = rest.slice(0, rest.lastIndexOf('\n') + 1);
    if (whole === '') break;
    written += writeSync(file, Buffer.from(whole, 'latin1'));
  }
  closeSync(file);
}

/** All samples in a row, one byte a character. */
function realRows(): string {
  const files = readdirSync(shared)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
  return files.map((name) => `${readFileSync(join(shared, name), 'latin1').trimEnd()}\n`).join('');
}

/** Rows in the proportions that were measured on real ones: two thirds of the bytes are results of calls. */
function madeUpRows(): string {
  const rows: object[] = [];
  for (let at = 0; at < 400; at += 1) {
    const id = String(at).padStart(24, '0');
    const outer = (type: string, more: object) => ({
      parentUuid: null,
      isSidechain: false,
      cwd: '/home/dev/proj',
      sessionId: 'bench',
      version: '2.1.332',
      gitBranch: 'main',
      type,
      ...more,
      uuid: `abc00000-0000-4000-8000-${id.slice(-12)}`,
      timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
    });
    const content = `const line = "${at}";\n\tconsole.log('héllo', line);\n`.repeat(5 + (at % 90));
    const input = { command: `npm test -- --shard ${at}` };
    const call = { type: 'tool_use', id: `toolu_abc${id}`, name: 'Bash', input };
    const message = {
      id: `msg_abc${id}`,
      model: 'claude-opus-5-5',
      content: [call],
      usage: { input_tokens: at },
    };
    if (at % 20 === 0)
      rows.push(outer('user', { message: { content: `Change step ${at}, never push.` } }));
    rows.push(outer('assistant', { message }));
    rows.push(
      outer('progress', { data: { type: 'bash_progress', output: content.slice(0, 400) } }),
    );
    rows.push(
      outer('user', {
        message: {
          content: [{ type: 'tool_result', tool_use_id: call.id, content, is_error: false }],
        },
        toolUseResult: { stdout: content, stderr: '', interrupted: false },
      }),
    );
  }
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return Buffer.from(text).toString('latin1');
}
