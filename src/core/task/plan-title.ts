/** The first line of a plan that says something, without its heading marks; front matter says nothing of it. Empty where none does. */
export function planTitle(text: string): string {
  const lines = text.split(/\r?\n/);
  const end =
    lines[0]?.trim() === '---'
      ? lines.findIndex((line, at) => at > 0 && line.trim() === '---')
      : -1;
  const first = lines.slice(end + 1).find((line) => line.trim() !== '');
  return (
    first
      ?.trim()
      .replace(/^#{1,6}(?=\s|$)/, '')
      .trim() ?? ''
  );
}
