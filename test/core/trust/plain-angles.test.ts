import { expect, it } from 'vitest';
import { plainAngles } from '../../../src/core/trust/plain-angles.ts';

it('no angle bracket goes out to a host that would make an entity of it, in any text of a reply', () => {
  const text = 'Array<string> & a -> b';
  const plain = 'Array\u2039string\u203a & a -\u203a b';
  expect(plainAngles({ type: 'inject', text })).toEqual({ type: 'inject', text: plain });
  expect(plainAngles({ type: 'steer', text })).toEqual({ type: 'steer', text: plain });
  const forced = { type: 'continue', reason: text } as const;
  expect(plainAngles(forced)).toEqual({ type: 'continue', reason: plain });
  const denial = { type: 'deny', reason: text, context: text } as const;
  expect(plainAngles(denial)).toEqual({ type: 'deny', reason: plain, context: plain });
  // A person sees it as it is.
  expect(plainAngles({ type: 'notify', text })).toEqual({ type: 'notify', text });
});
