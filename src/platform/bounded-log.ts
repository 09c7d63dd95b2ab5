import { redact } from '../core/trust/redact.ts';
import { withoutControls } from '../core/trust/untrusted.ts';
import { appendLines } from './append-line.ts';
import { moveFile } from './move-file.ts';
import { sizeAndTime } from './small-files.ts';

/** A log that never takes more than about `limitBytes`, without secrets, one event a line. */
export function boundedLog(
  path: string,
  limitBytes: number,
  patterns: readonly RegExp[] = [],
): (text: string) => void {
  let size = sizeAndTime(path)?.size ?? 0;
  return (text) => {
    const told = withoutControls(redact(text, patterns)).replace(/\s+/g, ' ').slice(0, 600);
    const line = `${new Date().toISOString()} ${told}`;
    try {
      if (size > limitBytes / 2) {
        moveFile(path, `${path}.1`);
        size = 0;
      }
      appendLines(path, [line]);
      size += line.length + 1;
    } catch {
      // The disk refuses: there is nowhere to say it.
    }
  };
}
