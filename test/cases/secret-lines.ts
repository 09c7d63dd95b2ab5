import { Generator } from '../core/trust/corpus/generate.ts';
import { keyed, tokens } from '../core/trust/corpus/tokens.ts';

const generator = new Generator(77);

/** One line of each shape of the corpus, and the stretch of it that must stand nowhere. */
export const secretLines: readonly { text: string; value: string }[] = [
  // One that is known by its midst is not known any more where a long message was cut within it.
  ...tokens
    .filter(({ name }) => name !== 'azure-ad')
    .map(({ template }) => generator.fill(template))
    .map((value) => ({ text: value, value: value.slice(-10) })),
  ...keyed.map(({ variable, template }) => {
    const value = generator.fill(template);
    return { text: `${variable}=${value}`, value };
  }),
  { text: 'ZEBRA-4711-stripes', value: 'ZEBRA-4711' },
  { text: 'the staging password is Otter-Lantern-58', value: 'Otter-Lantern' },
];

/** A person's own pattern for one of them. */
export const ownPattern = 'ZEBRA-[0-9]+-[a-z]+';

/** The lines that stand in a text, each with where that was. */
export function leaked(where: string, text: string): string[] {
  return secretLines
    .filter(({ value }) => text.includes(value))
    .map(({ text: line }) => `${where}: ${line.slice(0, 40)}`);
}
