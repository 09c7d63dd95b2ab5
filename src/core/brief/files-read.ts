import type { Section } from './fit.ts';
import type { BriefInput } from './input.ts';
import { packedLines } from './packed.ts';
import { shownPath } from './shown-path.ts';

/** Files that were read and not changed, the latest first, by folder. */
export function filesReadSection(input: BriefInput): Section {
  const folders = new Map<string, string[]>();
  for (const fact of input.snapshot.facts.filter((one) => one.kind === 'file.read').reverse()) {
    const path = shownPath(input, fact.value);
    const cut = path.lastIndexOf('/') + 1;
    const folder = path.slice(0, cut);
    folders.set(folder, [...(folders.get(folder) ?? []), path.slice(cut)]);
  }
  return {
    title: 'Read, not changed:',
    lines: [...folders].flatMap(([folder, names]) =>
      names.length === 1 ? [`- ${folder}${names[0]}`] : packedLines(names, `${folder}: `),
    ),
    cap: 900,
    floor: 250,
  };
}
