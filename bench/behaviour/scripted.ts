import { forgetfulAgent } from '../../demo/script.ts';
import type { Answer, ModelRequest } from '../../harness/request.ts';

/**
 * The agent of the demo, which ends its turn after step 2 instead of filling its context: the compaction is asked for. It goes by
 * the conversation alone, so that one server can answer any number of sessions.
 */
export function scriptedAgent(request: ModelRequest): Answer {
  const nth = request.messages.filter(({ role }) => role === 'assistant').length;
  const answer = forgetfulAgent({ ...request, nth });
  return answer.inputTokens === undefined ? answer : { text: 'Step 2 is written. A test fails.' };
}
