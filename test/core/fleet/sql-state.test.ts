import { expect, it } from 'vitest';
import { sqlState } from '../../../src/core/fleet/sql-state.ts';

it.each(['42501', '57P01', 'XX000', 'P0001', 'HV000', 'F0000'])(
  'knows %s as a code of the server',
  (code) => {
    expect(sqlState({ code })).toBe(code);
  },
);

it.each(['EPIPE', 'EPERM', 'EBADF', 'ECONNRESET', 32, undefined])(
  'takes %s of a connection for none, so that what was asked for is asked again',
  (code) => {
    expect(sqlState({ code })).toBeUndefined();
  },
);
