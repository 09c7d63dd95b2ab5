import type { HostEvent } from '../../core/event.ts';
import type { Reply } from '../../core/reply.ts';
import { denialOf, textsOf } from '../../core/reply-texts.ts';
import type { Encoded } from '../host.ts';

/**
 * Replies in this client's dialect (1.0.102, seen live). Its answer before a compaction is ignored, a text beside a call
 * that is let run goes nowhere, and nothing can be shown to the person alone.
 */
export function encode(event: HostEvent, replies: readonly Reply[]): Encoded {
  const output = outputOf(event, replies);
  return { stdout: output === undefined ? '' : JSON.stringify(output) };
}

function outputOf(event: HostEvent, replies: readonly Reply[]): Record<string, string> | undefined {
  switch (event.type) {
    case 'tool.requested': {
      const reason = denialOf(replies, '\n\n');
      if (reason === '') return undefined;
      return { permissionDecision: 'deny', permissionDecisionReason: reason };
    }
    case 'turn.ending': {
      const reason = textsOf(replies, 'continue');
      return reason === '' ? undefined : { decision: 'block', reason };
    }
    case 'session.started':
    case 'prompt.submitted':
    case 'tool.finished': {
      const additionalContext = textsOf(replies, 'inject');
      return additionalContext === '' ? undefined : { additionalContext };
    }
    default:
      return undefined;
  }
}
