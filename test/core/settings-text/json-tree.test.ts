import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonFile } from '../../../src/core/settings-text/json-file.ts';
import {
  type JsonNode,
  JsonProblem,
  parseJsonTree,
} from '../../../src/core/settings-text/json-tree.ts';

/** The value that a tree stands for. */
function meaningOf(node: JsonNode): unknown {
  const children = node.children ?? [];
  if (node.type === 'array') return children.map(meaningOf);
  if (node.type !== 'object') return node.value;
  const pairs = children.map((property): [string, unknown] => [
    String(property.children![0]!.value),
    meaningOf(property.children![1]!),
  ]);
  return Object.fromEntries(pairs);
}

function outcome(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch {
    return 'refused';
  }
}

const indents = fc.constantFrom('', ' ', '\t', '    ');
/** Texts that are nearly JSON: real ones with characters put in, taken out or swapped. */
const nearly = fc
  .tuple(
    fc.json({ maxDepth: 3 }),
    fc.array(
      fc.tuple(
        fc.nat(200),
        fc.constantFrom(
          '',
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          '"',
          '\\',
          '0',
          '-',
          '.',
          'e',
          'n',
          '/',
          '\n',
          '\u0001',
          '\uFEFF',
          '\u00a0',
        ),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([text, changes]) =>
    changes.reduce(
      (now, [at, put]) =>
        now.slice(0, at % (now.length + 1)) +
        put +
        now.slice((at % (now.length + 1)) + (put === '' ? 1 : 0)),
      text,
    ),
  );

it('takes a string of any length, and names one that does not end', () => {
  const long = 'x\\n'.repeat(4e6);
  expect(parseJsonTree(`["${long}"]`).children![0]!.length).toBe(long.length + 2);
  expect(() => parseJsonTree(`["${long}`)).toThrow('not well-formed');
});

describe('strict JSON with places', () => {
  it('means what JSON.parse means, for every text that it takes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), indents, (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(meaningOf(parseJsonTree(text))).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('takes exactly the texts that JSON.parse takes', () => {
    fc.assert(
      fc.property(nearly, (text) => {
        expect(outcome(() => meaningOf(parseJsonTree(text)))).toEqual(
          outcome(() => JSON.parse(text)),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('tells where each value stands', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), indents, (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const check = (node: JsonNode): void => {
          const slice = text.slice(node.offset, node.offset + node.length);
          if (node.type !== 'property') expect(JSON.parse(slice)).toEqual(meaningOf(node));
          for (const child of node.children ?? []) check(child);
        };
        check(parseJsonTree(text));
      }),
      { numRuns: 200 },
    );
  });

  it('refuses a text that is nested without end instead of breaking', () => {
    expect(() => parseJsonTree('['.repeat(100_000))).toThrow(JsonProblem);
  });

  it.each([
    ['{"a":1}x', 'something follows after the end'],
    ['{"a" 1}', 'a colon is missing'],
    ['{a:1}', 'a name in double quotes is missing'],
    ['[1 2]', 'a comma or "]" is missing'],
    ['[1,]', 'it has a trailing comma'],
    ['[01]', 'a comma or "]" is missing'],
    ['["\t"]', 'a text in double quotes is not well-formed'],
    ['[NaN]', 'a value is missing or is none'],
    ['[/*x*/1]', 'it has a comment'],
    ['{"a":1} // end', 'it has a comment'],
    ['{', 'it ends too early'],
  ])('says of %j: %s', (text, message) => {
    expect(() => parseJsonTree(text)).toThrow(message);
  });

  it.each(['\n', '\r\n', '\r'])('counts lines that end with %j', (eol) => {
    const text = ['\uFEFF{', '"a": 1,', '"b": [1,]', '}'].join(eol);
    expect(() => readJsonFile(text, 'f')).toThrow(
      'f cannot be used: line 3: it has a trailing comma.',
    );
  });
});
