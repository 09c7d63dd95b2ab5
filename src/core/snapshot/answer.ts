export type AnswerKind = 'yes' | 'no';

/** True when the message says hardly more than yes or no. */
export function isBareAnswer(message: string): boolean {
  return message.length <= 24 || message.trim().split(/\s+/).length <= 3;
}
