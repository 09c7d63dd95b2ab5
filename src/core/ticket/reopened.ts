/** The line in a section Result behind what was the result before the ticket was reopened. `time`: ISO time. */
export function reopenedMark(time: string): string {
  return `_Reopened ${time}: what stands above is the result from before._`;
}

const mark = /^_Reopened \S+Z: what stands above is the result from before\._$/;

/** Index behind the last such line, so that what follows is the result of now; 0 where there is none. */
export function behindReopened(lines: readonly { text: string }[]): number {
  return lines.findLastIndex(({ text }) => mark.test(text.trim())) + 1;
}
