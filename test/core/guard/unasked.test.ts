import { describe, expect, it } from 'vitest';
import { afterMessage, type Ban } from '../../../src/core/guard/bans.ts';
import { rulesIn } from '../../../src/core/guard/forbidden.ts';

const held = (...said: string[]): string[] =>
  said
    .reduce<Ban[]>((bans, message) => afterMessage(bans, message), [])
    .filter(({ permits }) => permits.length === 0)
    .flatMap(({ deeds }) => deeds.flatMap((deed) => (deed.do === 'act' ? [deed.act] : [])));

describe('an act that nobody has to be asked about any more', () => {
  it.each([
    ['Ask me before you push.', 'You no longer need to ask me before you push.'],
    ["Don't push without asking me.", 'No need to ask me before pushing any more.'],
    ['Before you deploy, wait for my OK.', "You don't have to wait for my OK to deploy any more."],
    ['Ask me before you push.', 'You can push without asking me.'],
    ['Ask me before you push.', 'Push without asking from now on.'],
    ['Pushe nicht, ohne mich zu fragen.', 'Du musst mich vor dem Pushen nicht mehr fragen.'],
    ['No hagas push sin preguntarme.', 'Ya no hace falta que me preguntes antes de hacer push.'],
    ['Ne pousse rien sans me demander.', "Tu n'as plus besoin de me demander avant de pousser."],
  ])('waits no more: %j, then %j', (rule, permission) => {
    expect(held(rule)).not.toEqual([]);
    expect(held(rule, permission)).toEqual([]);
  });

  it.each([
    ['Never push.', 'You no longer need to ask me before you push.'],
    ['Never push.', "You don't need to push."],
    ['Ask me before you push.', "You don't need to push."],
    ['Ask me before you push.', 'Bob says you need not ask before you push.'],
    ['Ask me before you push.', 'You need not ask before you push if the tests pass.'],
    ['Ask me before you push.', 'Never push without asking.'],
    ['Ask me before you push.', "You can't push without asking me."],
    ['Ask me before you push.', 'You need not ask me before you commit.'],
    ['Nie pushen.', 'Du musst mich vor dem Pushen nicht mehr fragen.'],
  ])('is still held by words about something else: %j, then %j', (rule, later) => {
    expect(held(rule, later)).toContain('push');
  });

  it('makes nothing wait', () => {
    expect(rulesIn('You no longer need to ask me before you push.')).toEqual([]);
  });

  it.each([
    ["You don't need to ask me before you commit, but ask me before you push.", 'waits'],
    ['Never push; you need not ask me before you commit.', 'forbidden'],
  ])('leaves the rule that stands beside it: %j', (message, why) => {
    expect(rulesIn(message)).toMatchObject([{ why, deeds: [{ do: 'act', act: 'push' }] }]);
  });
});
