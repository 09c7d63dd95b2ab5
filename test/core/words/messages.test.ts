import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { recall, scoreFolder, source, sum } from '../../../bench/words/score.ts';
import { readWhole, scoreMessage, type WholeCount } from '../../../bench/words/whole.ts';
import { liftOf } from '../../../src/core/snapshot/permission.ts';
import { rulesIn } from '../../../src/core/snapshot/rules-in.ts';

const folder = 'bench/words/unseen';

describe('messages that nothing was tuned to', () => {
  const count: WholeCount = { messages: 0, right: 0, arguable: 0, wrong: 0, rules: 0, found: 0 };
  for (const name of readdirSync(folder))
    for (const message of readWhole(`${folder}/${name}`))
      scoreMessage(
        message,
        rulesIn(message.text).map(({ text }) => text),
        count,
      );
  const counts = scoreFolder(folder, source);
  const of = (kind: 'lift' | 'reply') => sum([...counts.values()].map((one) => one.get(kind)!));

  test('what is called a rule mostly is one, and most rules are found', () => {
    expect(count.messages).toBeGreaterThan(400);
    expect(count.right / (count.right + count.wrong)).toBeGreaterThan(0.8);
    expect(count.found / count.rules).toBeGreaterThan(0.85);
  });

  test('no answer is taken for a yes that is none', () => {
    expect(of('reply').wrong).toBe(0);
    expect(recall(of('reply'))).toBeGreaterThan(0.85);
  });

  test('most words that lift a rule are understood', () => {
    expect(recall(of('lift'))).toBeGreaterThan(0.8);
  });
});

describe('the same words, told apart by where they stand', () => {
  test.each([
    ['- never edit files in dist/', 'House rules:\n', 'Review by Ann:\n'],
    ['always close the file', 'From now on: ', 'The README says: '],
  ])('%s', (words, ruling, quoting) => {
    expect(rulesIn(`${ruling}${words}`)).toHaveLength(1);
    expect(rulesIn(`${quoting}${words}\n\nCan you fix these?`)).toEqual([]);
  });

  test('a rule in passing is found in an order that is done when it is done', () => {
    expect(rulesIn('ok push it. and from now on run the linter before every commit')).toHaveLength(
      1,
    );
    expect(rulesIn('ok push it. and run the linter once more')).toEqual([]);
  });
});

describe('what is done when it is done, and what only stops the work, is no rule', () => {
  test.each([
    'Schreibe neu.py nach PLAN.md.',
    'Write new.py following PLAN.md.',
    'Écris nouveau.py selon PLAN.md.',
    'Lege nach PLAN.md los.',
    'Stop here please, I need to think.',
    'Bitte aufhören, ich muss überlegen.',
    'Para aquí por favor, necesito pensar.',
  ])('%s', (text) => expect(rulesIn(text)).toEqual([]));

  test.each([
    'Schreibe alles nach PLAN.md, nie nach alten Notizen.',
    'Stop editing src/core.',
    'Stop now and never commit without asking me.',
    'Do not touch anything.',
    'Stop. Never use tabs.',
  ])('but this is one: %s', (text) => expect(rulesIn(text)).toHaveLength(1));
});

describe('what later words lift', () => {
  test('a folder by its name without the slash, and not another path', () => {
    expect(liftOf('you can edit the turbine folder now', "Don't touch `turbine/`.")).toBe('lifted');
    expect(
      liftOf('You may edit lib/config.ini now.', 'Never edit etc/settings.ini.'),
    ).toBeUndefined();
  });

  test('a place that the work was kept to, by words that open all of it', () => {
    expect(liftOf('you may work anywhere in the repo now', 'Only edit apps/mobile.')).toBeDefined();
    expect(liftOf('the bug is in apps/server', 'Only edit apps/mobile.')).toBeUndefined();
  });
});

describe('a prohibition after the order that a message begins with is a rule', () => {
  test.each([
    'Do the work.\nNever rename the column customer_ref_77, whatever happens.',
    'Work on the plan.\nNever rename the column customer_ref_77, whatever happens.',
    'Continue with step 2. Do not push.',
    'Vamos con el paso 2. No hagas git push.',
    'Weiter mit Schritt 2. Lösche keine Tests.',
    'No toques package.json.',
    'No toques src/legacy.',
  ])('%j', (text) => expect(rulesIn(text)).toHaveLength(1));
});
