import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Generator } from '../../test/core/trust/corpus/generate.ts';
import { keyed, tokens } from '../../test/core/trust/corpus/tokens.ts';
import type { Family } from './family.ts';
import { AttemptPlace, inTurn, recordOf } from './place.ts';

/** Secrets of one record. */
const each = 40;

/** Made-up secrets in the shapes of the corpus, with other letters each time, through a record to what is printed and kept. */
export const secrets: Family = {
  name: 'secrets',
  about:
    'a made-up secret of a known shape in the rows of a transcript, after an escape or not, through hooks, brief, snapshot, audit and search; fails when it appears in any output or file',
  notTried: 'shapes that are not in the corpus; services (covered by a test)',
  goal: 20_000,
  run: (budget) => inTurn(budget, attempt),
};

const before = ['', ' ', '"', '\n', '\t', '%3D', '\u001b[0m', '=', 'key: ', '\\n', '(', '`'];

async function attempt(at: number): Promise<{ kind: string; count: number; wrong?: string }> {
  const generator = new Generator(at + 1);
  const shapes = tokens.filter(({ name }) => name !== 'azure-ad');
  const made = Array.from({ length: each }, (_, index) => {
    const number = at + index;
    if (number % 3 === 0) {
      const { variable, template } = keyed[number % keyed.length]!;
      const value = generator.fill(template);
      return { text: `${variable}=${value}`, value };
    }
    const value = generator.fill(shapes[number % shapes.length]!.template);
    return { text: `${before[number % before.length]}${value}`, value: value.slice(-10) };
  });
  const place = new AttemptPlace();
  try {
    const texts = made.map(({ text }) => text);
    place.write(place.record, recordOf(place.project, texts));
    const out: string[] = [];
    const told = async (ran: Promise<{ out: string; err: string }>): Promise<void> => {
      const { out: printed, err } = await ran;
      out.push(printed, err);
    };
    await told(place.hook('UserPromptSubmit', { prompt: texts.join('\n') }));
    await told(place.hook('PreCompact', { trigger: 'auto', custom_instructions: '' }));
    await told(place.hook('SessionStart', { source: 'compact' }));
    await told(place.cli('snapshot', '--json'));
    await told(place.cli('audit', place.record, '--json'));
    await told(place.cli('recall', 'print'));
    const all = [...out, ...textsIn(place.state)].join('\n');
    const leak = made.find(({ value }) => all.includes(value));
    return { kind: 'records', count: each, ...(leak && { wrong: `leaks ${leak.text}` }) };
  } finally {
    place.remove();
  }
}

function textsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}
