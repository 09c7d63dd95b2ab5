import { describe, expect, it } from 'vitest';
import { afterMessage, bansFrom } from '../../../src/core/guard/bans.ts';
import { dropped } from '../../../src/core/snapshot/rule-choices.ts';
import { agent, says, snap } from '../snapshot/build.ts';

const renewals: [first: string, permission: string, again: string][] = [
  ['Do not push.', 'You may push now.', 'Do not push any more.'],
  ['Do not push', 'You may push now.', 'Do not push any more.'],
  ['Do not push', 'You may push now', 'Do not push'],
  ['Never push.', 'Go ahead and push.', 'That was enough. Never push.'],
  ['Do not push. Do not deploy.', 'You may push now.', 'Do not push.'],
  ['Nicht pushen', 'Du darfst jetzt pushen.', 'Nicht pushen, ab jetzt wieder.'],
  ['No hagas push', 'Ya puedes hacer push.', 'No hagas push, por favor.'],
  ['Ne pousse pas', 'Tu peux pousser maintenant.', 'Ne pousse pas'],
];
const isOpen = (bans: ReturnType<typeof bansFrom>): boolean =>
  !bans.some(
    (ban) =>
      ban.permits.length === 0 &&
      ban.deeds.some((deed) => deed.do === 'act' && deed.act === 'push'),
  );

describe('what was forbidden, allowed and forbidden again', () => {
  it.each(renewals)('holds by the facts: %j, %j, %j', (first, permission, again) => {
    const { facts } = snap(
      says(first),
      agent('Noted.'),
      says(permission),
      agent('Done.'),
      says(again),
      agent('Understood.'),
    );
    expect(isOpen(bansFrom(facts))).toBe(false);
  });

  it.each(renewals)(
    'holds where the guard heard it and reads the facts then: %j, %j, %j',
    (...all) => {
      let bans = bansFrom(snap(says(all[0])).facts);
      expect(isOpen(bans)).toBe(false);
      bans = afterMessage(bans, all[1]);
      expect(isOpen(bans)).toBe(true);
      const { facts } = snap(...all.map((one) => says(one)));
      expect(isOpen(bansFrom(facts, bans))).toBe(false);
      bans = afterMessage(bans, all[2]);
      expect(isOpen(bans)).toBe(false);
      expect(isOpen(bansFrom(facts, bans))).toBe(false);
    },
  );

  it.each(renewals)('stays allowed where nobody forbade it again: %j, %j', (first, permission) => {
    const { facts } = snap(says(first), agent('Noted.'), says(permission), agent('Done.'));
    expect(isOpen(bansFrom(facts))).toBe(true);
  });

  it('holds where the first rule was dropped by command and other words say it again', () => {
    const { facts } = snap(says('Do not push'), agent('Noted.'), says('Do not push any more.'));
    const chosen = facts.map((fact) =>
      fact.value === 'Do not push' ? { ...fact, state: dropped } : fact,
    );
    expect(isOpen(bansFrom(chosen))).toBe(false);
  });
});
