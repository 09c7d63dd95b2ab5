/** Codes of the faults that a person is told about. Only codes are branched on, never texts. */
export type FaultCode =
  | 'usage'
  | 'not-found'
  | 'refused'
  | 'unreadable'
  | 'unwritable'
  | 'malformed'
  | 'unsupported';

/** A known fault: a plain sentence that names the thing, and the next step. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly hint: string | undefined;

  constructor(code: FaultCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Fault';
    this.code = code;
    this.hint = options.hint;
  }
}
