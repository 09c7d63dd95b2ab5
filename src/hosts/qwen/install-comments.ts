import { Fault } from '../../core/errors.ts';
import { JsonProblem, parseJsonTree } from '../../core/settings-text/json-tree.ts';

/** Throws a Fault for a settings file with comments: this client (0.24.4) reads those, but what edits it here does not. */
export function refuseComments(text: string, path: string): void {
  const source = text.replace(/^\uFEFF/, ' ');
  try {
    parseJsonTree(source);
  } catch (error) {
    if (!(error instanceof JsonProblem) || source[error.offset] !== '/') return;
    const line = source.slice(0, error.offset).split(/\r\n|\n|\r/).length;
    throw new Fault('malformed', `${path} cannot be edited: line ${line} has a comment.`, {
      hint: 'Qwen Code reads comments, but Holdfast edits plain JSON only. Take the comments out, then run this again. Nothing was changed.',
    });
  }
}
