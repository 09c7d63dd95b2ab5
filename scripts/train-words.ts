/**
 * Makes src/core/words/trained.ts and src/core/words/deed-lists.ts from data/words: the word lists of each language, and the weights that are learned from
 * its labelled sentences. The same data gives the same bytes. Run it after a change of data or features:
 * `npm run train:words`, which writes the lists first, for sentences are read by them. With `deeds` only the guard's lists are made.
 */
import { writeFileSync } from 'node:fs';
import { courseLines, deedListsOf, languageLines, listsOf, readLanguages } from './words/data.ts';
import { examplesOf } from './words/examples.ts';
import { pack, train } from './words/train.ts';

const path = 'src/core/words/trained.ts';
const languages = readLanguages('data/words');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const written = (weights: Record<string, string>): string =>
  [
    '// Made by `npm run train:words` from data/words; changes belong there.',
    'const texts: Record<string, string> = {',
    ...languages.map((one) => `  '${one.code}': '${base64(listsOf(one))}',`),
    '};',
    'const weights: Record<string, string> = {',
    ...Object.entries(weights).map(([name, text]) => `  ${name}: '${text}',`),
    '};',
    '',
    '/** A line for each language: code, name, letters, everyday words. In base64. */',
    'export function languageNames(): string {',
    `  return '${base64(languageLines(languages))}';`,
    '}',
    '',
    '/** What stops the work or changes its course, a line for each language. In base64. */',
    'export function courseText(): string {',
    `  return '${base64(courseLines(languages))}';`,
    '}',
    '',
    '/** The word lists of a language, in base64. */',
    'export function languageText(code: string): string {',
    "  return texts[code] ?? '';",
    '}',
    '',
    '/** The weights of a model. */',
    'export function weightsText(name: string): string {',
    "  return weights[name] ?? '';",
    '}',
    '',
  ].join('\n');

const deeds = [
  '// Made by `npm run train:words` from data/words; changes belong there.',
  'const texts: Record<string, string> = {',
  ...languages.map((one) => `  '${one.code}': '${base64(deedListsOf(one))}',`),
  '};',
  '',
  '/** What people of a language call what the guard knows, a line for each list, in base64. */',
  'export function deedText(code: string): string {',
  "  return texts[code] ?? '';",
  '}',
  '',
  '/** The languages whose words are known. */',
  'export function deedLanguages(): string[] {',
  '  return Object.keys(texts);',
  '}',
  '',
].join('\n');
writeFileSync('src/core/words/deed-lists.ts', deeds);

if (process.argv[2] === 'lists') writeFileSync(path, written({}));
else if (process.argv[2] !== 'deeds') {
  const sets = examplesOf(languages);
  const weights: Record<string, string> = {};
  for (const [name, { examples, parts }] of Object.entries(sets))
    Object.assign(weights, pack(name, train(examples, parts)));
  writeFileSync(path, written(weights));
}
