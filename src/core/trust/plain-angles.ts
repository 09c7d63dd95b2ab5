import type { Reply } from '../reply.ts';

/** A reply with signs in place of angle brackets, for hosts that would put entities there. */
export function plainAngles(reply: Reply): Reply {
  switch (reply.type) {
    case 'steer':
    case 'inject':
      return { ...reply, text: plain(reply.text) };
    case 'continue':
      return { ...reply, reason: plain(reply.reason) };
    case 'deny':
      return {
        ...reply,
        reason: plain(reply.reason),
        ...(reply.context === undefined ? {} : { context: plain(reply.context) }),
      };
    default:
      return reply;
  }
}

function plain(text: string): string {
  return text.replaceAll('<', '\u2039').replaceAll('>', '\u203a');
}
