import type { Policy } from '../request.ts';
import { claimsReading } from './claims-reading.ts';
import type { PolicyTask } from './common.ts';
import { obeysContext } from './obeys-context.ts';
import { obeysDenial } from './obeys-denial.ts';
import { oblivious } from './oblivious.ts';
import { parallelCalls } from './parallel-calls.ts';
import { partialReader } from './partial-reader.ts';
import { retryLoop } from './retry-loop.ts';
import { shellChanges } from './shell-changes.ts';
import { stubborn } from './stubborn.ts';
import { wrongPathFirst } from './wrong-path-first.ts';

/** Every badly behaved agent by the name that tests print. */
export const badPolicies: Record<string, (task: PolicyTask) => Policy> = {
  oblivious,
  'obeys a denial': obeysDenial,
  'obeys context': obeysContext,
  stubborn,
  'partial reader': partialReader,
  'wrong path first': wrongPathFirst,
  'retry loop': retryLoop,
  'claims without reading': claimsReading,
  'parallel calls': parallelCalls,
  'changes through the shell': shellChanges,
};
