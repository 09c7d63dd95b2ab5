import { LineCounter, parseDocument, visit } from 'yaml';
import type { DefinitionFault, Workflow } from './definition.ts';
import { formFaults } from './form.ts';
import { readWorkflow } from './read-workflow.ts';
import { workflowForm, workflowForms } from './workflow-form.ts';

const longest = 200_000;
const mostFaults = 20;

/** Where something stands in a file; `key`: its key and not its value. */
export type LineOf = (path: readonly (string | number)[], key?: boolean) => number;

/** A definition as its file says it, with the line of everything in it; or what is wrong with the file. */
export type ParsedWorkflow = { workflow: Workflow; lineOf: LineOf } | { faults: DefinitionFault[] };

/** Reads a workflow file, YAML or JSON. What needs other workflows to be known is checked elsewhere. */
export function parseWorkflow(text: string): ParsedWorkflow {
  if (text.length > longest) {
    return { faults: [{ line: 1, what: `the file has more than ${longest} characters` }] };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    return {
      faults: document.errors.slice(0, mostFaults).map(({ pos, code, message }) => ({
        line: lines.linePos(pos[0]).line,
        what: code === 'RESOURCE_EXHAUSTION' ? 'it is nested too deeply' : message,
      })),
    };
  }
  const unknown: DefinitionFault[] = [];
  const anchors = new Set<string>();
  visit(document, {
    Value(_, { anchor }) {
      if (anchor) anchors.add(anchor);
    },
    Alias(_, node) {
      if (anchors.has(node.source)) return;
      const line = lines.linePos(node.range?.[0] ?? 0).line;
      unknown.push({ line, what: `"*${node.source}" refers to nothing above it` });
    },
  });
  if (unknown.length > 0) return { faults: unknown.slice(0, mostFaults) };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 20 });
  } catch {
    return { faults: [{ line: 1, what: 'it refers to itself too often' }] };
  }
  const lineOf: LineOf = (path, key = false) => {
    for (let length = path.length; length > 0; length -= 1) {
      const at = key ? keyNode(document, path.slice(0, length)) : undefined;
      const node = at ?? document.getIn(path.slice(0, length), true);
      const range = (node as { range?: [number, number, number] } | undefined)?.range;
      if (range) return lines.linePos(range[0]).line;
    }
    return 1;
  };
  const faults = formFaults(workflowForm, value, workflowForms);
  if (faults.length > 0) {
    return {
      faults: faults
        .slice(0, mostFaults)
        .map(({ path, isKey, what }) => ({ line: lineOf(path, isKey), what })),
    };
  }
  const read = readWorkflow(value as Record<string, unknown>, lineOf);
  return 'faults' in read ? { faults: read.faults.slice(0, mostFaults) } : { ...read, lineOf };
}

/** The node of a key; undefined where there is none. */
function keyNode(
  document: ReturnType<typeof parseDocument>,
  path: readonly (string | number)[],
): unknown {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const items = (parent as { items?: unknown[] } | null | undefined)?.items ?? [];
  for (const item of items) {
    const { key } = item as { key?: { value?: unknown } };
    if (key?.value === path.at(-1)) return key;
  }
  return undefined;
}
