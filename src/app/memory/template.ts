import { type MemorySection, ownTemplate, parseTemplate } from '../../core/memory/template.ts';
import type { Files } from '../ports.ts';
import { memoryTemplatePath, trustedText } from '../trust.ts';

/**
 * The headings of a memory: the project's where a person trusts them, else those of the person, else those that the
 * person gave the client for its own memory, else ours.
 */
export function memoryTemplate(
  files: Files,
  places: { own: string; client?: string; project?: string; trust: string },
): readonly MemorySection[] {
  const shared =
    places.project === undefined
      ? undefined
      : trustedText(files, places.trust, places.project, memoryTemplatePath);
  const texts = [
    shared?.state === 'trusted' ? shared.text : undefined,
    files.readText(places.own, longest),
    places.client === undefined ? undefined : files.readText(places.client, longest),
  ];
  for (const text of texts) {
    const sections = text === undefined ? undefined : parseTemplate(text);
    if (sections !== undefined) return sections;
  }
  return ownTemplate;
}

/** Of a template that is longer nothing is taken. */
const longest = 256 * 1024;
