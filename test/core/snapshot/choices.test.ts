import { describe, expect, it, test } from 'vitest';
import { bodyParts } from '../../../src/core/brief/body.ts';
import type { BriefInput } from '../../../src/core/brief/input.ts';
import { choiceOf, offerIn } from '../../../src/core/snapshot/choice.ts';
import { agent, ofKind, says, snap, values } from './build.ts';

const offer = [
  'The cache can go two ways.',
  '',
  '**A) Redis**: shared by all workers, one more service to run.',
  'B. a file per worker, nothing to run',
  '3. is no option here',
  '',
  'Which one do you want?',
].join('\n');

describe('a short answer to options that the agent listed', () => {
  it.each([
    ['A.', 'A: Redis'],
    ['b', 'B: a file per worker'],
    ['Option B please', 'B: a file per worker'],
    ["yes, let's go with A", 'A: Redis'],
    ['the second one', 'B: a file per worker'],
    ['die zweite', 'B: a file per worker'],
    ['la primera', 'A: Redis'],
    ['второй', 'B: a file per worker'],
    ['第一个', 'A: Redis'],
    ['두 번째', 'B: a file per worker'],
  ])('%s is shown with the question and the option', (answer, taken) => {
    const [decision] = ofKind(snap(agent(offer), says(answer)), 'decision');
    expect(decision?.value).toContain('Which one do you want?');
    expect(decision?.value).toContain(taken);
    expect(decision?.value).toContain(answer);
    expect(decision?.detail).toMatch(/^not taken: /);
    expect(values(snap(agent(offer), says(answer)), 'request')).toEqual([]);
  });

  it.each(['a bit later, I have to think', 'both', 'neither', 'A or B, you tell me', 'why not C?'])(
    '%s takes none of them',
    (answer) => {
      expect(ofKind(snap(agent(offer), says(answer)), 'decision')).toEqual([]);
    },
  );

  it('is no choice once the agent went on to something else', () => {
    expect(ofKind(snap(agent(offer), agent('Done with both.'), says('B')), 'decision')).toEqual([]);
  });

  test('numbers are labels too, and the last list counts', () => {
    const text = '1. old\n2. older\n\nOr rather:\n1) new\n2) newer\nWhich?';
    const listed = offerIn(text, () => 'Which?')!;
    expect(listed.options.map((one) => one.text)).toEqual(['new', 'newer']);
    expect(choiceOf(listed, '#2')?.taken).toBe('2: newer');
  });
});

test('a short answer that picks no listed option is shown with what it answers', () => {
  const snapshot = snap(agent('Which port shall the server use?'), says('8081'));
  const [request] = ofKind(snapshot, 'request');
  expect(request).toMatchObject({ value: '8081', detail: 'Which port shall the server use?' });
  const said = bodyParts({ snapshot, notes: [], place: {} } as unknown as BriefInput);
  expect(said.flatMap((one) => one.lines)).toContain(
    '- "8081" (answer to: "Which port shall the server use?")',
  );
});
