import { Fault } from '../errors.ts';
import { type JsonForm, type JsonNode, JsonProblem, parseJsonTree } from './json-tree.ts';

export type { JsonForm };

const bom = '\uFEFF';

const hints: Record<JsonForm, string> = {
  plain:
    'Make it plain JSON with an object at the top (the client ignores such a file whole), then run this again. Nothing was changed.',
  comments:
    'Make it JSON with an object at the top (comments may stay), then run this again. Nothing was changed.',
  commented:
    'Make it JSON with an object at the top (comments and trailing commas may stay), then run this again. Nothing was changed.',
};

/** A settings file as text, with the tree of its values. Offsets of the tree count in `text`. */
export interface JsonFile {
  text: string;
  /** The top-level object. Absent: the file is empty and counts as `{}`. */
  root: JsonNode | undefined;
}

/**
 * Reads a settings file, by default strictly: no comments, no trailing commas; an object at the top.
 * A BOM is accepted. Throws a Fault that names the file and the line.
 */
export function readJsonFile(text: string, path: string, form: JsonForm = 'plain'): JsonFile {
  // A BOM is replaced by a blank, so that offsets stay those of the file.
  const source = text.startsWith(bom) ? ` ${text.slice(bom.length)}` : text;
  if (/^[ \t\r\n]*$/.test(source)) return { text, root: undefined };
  try {
    const root = parseJsonTree(source, form);
    if (root.type === 'object') return { text, root };
    throw new JsonProblem(root.offset, 'the top level is not an object');
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    const line = source.slice(0, error.offset).split(/\r\n|\n|\r/).length;
    throw new Fault('malformed', `${path} cannot be used: line ${line}: ${error.message}.`, {
      hint: hints[form],
    });
  }
}

/** The value of a member. Of members with one name the last counts, as JSON.parse has it. */
export function member(object: JsonNode | undefined, name: string): JsonNode | undefined {
  if (object?.type !== 'object') return undefined;
  const found = object.children?.filter((property) => property.children?.[0]?.value === name);
  return found?.at(-1)?.children?.[1];
}

/** The members of an object, each with the node that holds name and value. */
export function members(object: JsonNode): { name: string; value: JsonNode; property: JsonNode }[] {
  return (object.children ?? []).flatMap((property) => {
    const [name, value] = property.children ?? [];
    return name && value ? [{ name: String(name.value), value, property }] : [];
  });
}
