/** A heading with the lines under it. */
export interface TextSection {
  title: string;
  lines: string[];
}

/** Splits a text at its headings: lines that end in a colon and are no item, or start with `#`. */
export function sectionsOf(text: string): TextSection[] {
  const sections: TextSection[] = [{ title: '', lines: [] }];
  for (const line of text.split('\n')) {
    const heading = /^#+\s+(.*)$/.exec(line) ?? /^([^\s\-*•>].*):\s*$/.exec(line);
    if (heading) sections.push({ title: heading[1]!, lines: [] });
    else if (line.trim() !== '') sections.at(-1)!.lines.push(line);
  }
  return sections;
}

/** The text of a list item, undefined for other lines. */
export function itemOf(line: string): string | undefined {
  return /^\s*[-*•]\s+(.*)$/.exec(line)?.[1];
}
