/** Stands between a tool's output and what the plugin put behind it. */
export const behindOutput = '\n\n[Holdfast] ';

/** True for a text that the plugin put beside a prompt: the client marks it as written by no person. */
export function isOwnText(text: string): boolean {
  return text.includes('Holdfast ') || text.includes('Holdfast: ');
}

/** What the plugin put behind a tool's output; undefined where there is nothing of it. */
export function ownTextBehind(output: string): string | undefined {
  const at = output.lastIndexOf(behindOutput);
  return at < 0 ? undefined : output.slice(at + behindOutput.length);
}
