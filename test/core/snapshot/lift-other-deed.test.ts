import { describe, expect, it } from 'vitest';
import { liftOf } from '../../../src/core/snapshot/permission.ts';

describe('a rule still holds after words', () => {
  it.each([
    [
      'that allow something else with the same thing',
      'Never delete tests.',
      'You can run the tests now.',
    ],
    [
      'that allow something else with the same thing',
      'No borres ningún test.',
      'Ya puedes correr los tests.',
    ],
    [
      'that allow something else with the same thing',
      'Never edit the migrations.',
      'You can look at the migrations now.',
    ],
    ['that allow to read', 'Never touch the database.', 'You can read the database schema.'],
    [
      'that allow to read',
      'No toques la base de datos.',
      'Ya puedes leer el esquema de la base de datos.',
    ],
    [
      'that are a rule beside it',
      'Never commit to main.',
      'From now on write commit messages in English.',
    ],
    [
      'that are a rule beside it',
      'No hagas commits en main.',
      'A partir de ahora los commits en inglés.',
    ],
    [
      'that are a rule beside it',
      'Lösche keine Tests.',
      'Ab jetzt führe die Tests mit vitest aus.',
    ],
    [
      'that are a rule beside it',
      'Los commits siempre en inglés.',
      'Pasa siempre el linter antes de cada commit.',
    ],
    [
      'that only say what need not be done',
      'No hagas git push, eso lo hago yo.',
      'No hace falta que hagas push.',
    ],
    [
      'that only say what need not be done',
      'No borres ningún test.',
      'No hace falta que corras los tests cada vez.',
    ],
    ['that only end the asking', 'Do not push.', 'You can stop asking about the push.'],
  ])('%s: %j, then %j', (_, older, newer) => {
    expect(liftOf(newer, older)).toBeUndefined();
  });
});

it.each([
  ['Never delete tests.', 'You can delete the flaky test.'],
  ['Lösche keine Tests.', 'Du darfst den Test total löschen.'],
])('%j is narrowed by words about one of them: %j', (older, newer) => {
  expect(liftOf(newer, older)).toBe('narrowed');
});

it.each([
  ['Never delete tests.', 'You can delete tests now.'],
  ['No borres los tests.', 'Puedes borrar los tests.'],
  ['Bitte nicht pushen.', 'Jetzt darfst du pushen.'],
  ['Не пушь.', 'теперь можешь пушить'],
  ['ask me before you commit', "you don't have to ask me before committing any more"],
])('%j is lifted by %j', (older, newer) => {
  expect(liftOf(newer, older)).toBe('lifted');
});
