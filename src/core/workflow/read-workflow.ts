import { Fault } from '../errors.ts';
import { checkSchema } from '../ledger/json-shape.ts';
import { parsePredicate } from '../ledger/predicate.ts';
import type { Condition } from './condition.ts';
import type {
  DefinitionFault,
  Parameter,
  Repeat,
  Requirement,
  RoundTest,
  Step,
  Workflow,
} from './definition.ts';
import type { LineOf } from './parse.ts';
import type { AllowedKind } from './step-view.ts';
import { templateReferences } from './template.ts';

type Path = (string | number)[];
type Given = Record<string, unknown>;

/** Makes a definition of what has the form of one; what stands in predicates, conditions and schemas is looked at here. */
export function readWorkflow(
  value: Given,
  lineOf: LineOf,
): { workflow: Workflow } | { faults: DefinitionFault[] } {
  const faults: DefinitionFault[] = [];
  const fault = (path: Path, what: string) => void faults.push({ line: lineOf(path), what });

  const workflow: Workflow = {
    id: value.id as string,
    title: value.title as string,
    ...(value.description !== undefined && { description: value.description as string }),
    parameters: (value.parameters as Parameter[] | undefined) ?? [],
    steps: stepsOf(value.steps as Given[], ['steps']),
  };
  return faults.length > 0 ? { faults } : { workflow };

  function stepsOf(given: Given[], path: Path): Step[] {
    return given.map((one, index) => stepOf(one, [...path, index]));
  }

  function stepOf(given: Given, path: Path): Step {
    const step: Step = { id: given.id as string, title: given.title as string };
    if (given.prompt !== undefined) step.prompt = given.prompt as string;
    if (given.ask !== undefined) step.ask = given.ask as string;
    if (given.allow !== undefined) step.allow = given.allow as AllowedKind[];
    if (given.paths !== undefined) step.paths = [given.paths].flat() as string[];
    if (given.delegate !== undefined)
      step.delegate = given.delegate as NonNullable<Step['delegate']>;
    if (given.subworkflow !== undefined) {
      const { id, parameters = {} } = given.subworkflow as NonNullable<Step['subworkflow']>;
      step.subworkflow = { id, parameters };
    }
    if (given.requires !== undefined) {
      step.requires = (given.requires as Given[]).map((one, index) =>
        requirementOf(one, [...path, 'requires', index]),
      );
    }
    if (given.outputs !== undefined) {
      guarded([...path, 'outputs'], () => checkSchema(given.outputs, 'outputs'));
      step.outputs = given.outputs;
    }
    if (given.when !== undefined) step.when = conditionOf(given.when, [...path, 'when']);
    if (given.repeat !== undefined)
      step.repeat = repeatOf(given.repeat as Given, [...path, 'repeat']);
    for (const word of ['steps', 'parallel'] as const) {
      if (given[word] !== undefined) step[word] = stepsOf(given[word] as Given[], [...path, word]);
    }
    checkWords(given, path);
    return step;
  }

  /** A step that holds steps is over when they are, and has nothing to do itself. */
  function checkWords(given: Given, path: Path): void {
    const holders = ['steps', 'parallel', 'subworkflow'].filter(
      (word) => given[word] !== undefined,
    );
    if (holders.length > 1) {
      fault([...path, holders[1]!], `"${holders[1]}" cannot be combined with "${holders[0]}"`);
    }
    const [holder] = holders;
    const isHanded = holder === 'subworkflow' && given.delegate !== undefined;
    const own = ['prompt', 'allow', 'paths', 'requires', 'outputs', 'ask', 'delegate'];
    const idle =
      holder === undefined || isHanded ? undefined : own.find((word) => given[word] !== undefined);
    if (idle !== undefined) fault([...path, idle], `"${idle}" cannot be combined with "${holder}"`);
    if (holder === undefined && given.prompt === undefined && given.ask === undefined) {
      fault(path, `the step "${given.id}" has no prompt`);
    }
  }

  function repeatOf(given: Given, path: Path): Repeat {
    const repeat: Repeat = {
      until: roundTestOf(given.until as Given, [...path, 'until']),
      most: given.most as number,
    };
    if (given.give_up !== undefined) {
      repeat.giveUp = roundTestOf(given.give_up as Given, [...path, 'give_up']);
    }
    if (given.stuck === 'go-on') repeat.goesOn = true;
    return repeat;
  }

  function roundTestOf(given: Given, path: Path): RoundTest {
    return isCondition(given)
      ? { condition: conditionOf(given, path) }
      : { evidence: requirementOf(given, path) };
  }

  function requirementOf(given: Given, path: Path): Requirement {
    const { since, ...rest } = given;
    let predicate: Requirement['predicate'] = { explored: 1 };
    guarded(path, () => {
      predicate = parsePredicate(rest, 'the predicate');
    });
    if (since !== undefined && typeof since !== 'string') {
      fault([...path, 'since'], '"since" must be step, run, or the id of a step');
    }
    // What is fresh by itself may be older than the step.
    const isFresh = 'read' in rest || ('ran' in rest && 'after' in rest);
    return { predicate, since: typeof since === 'string' ? since : isFresh ? 'run' : 'step' };
  }

  function conditionOf(given: unknown, path: Path, depth = 0): Condition {
    const none: Condition = { all: [] };
    const wrong = (what: string): Condition => {
      fault(path, what);
      return none;
    };
    if (typeof given !== 'object' || given === null || Array.isArray(given) || depth > 10) {
      return wrong('a condition is an object with "of", "all", "any" or "not"');
    }
    const keys = Object.keys(given);
    const held = given as Given;
    if (keys.length === 1 && (keys[0] === 'all' || keys[0] === 'any')) {
      const list = held[keys[0]];
      if (!Array.isArray(list) || list.length === 0)
        return wrong(`"${keys[0]}" must be a list of conditions`);
      const parts = list.map((one, index) =>
        conditionOf(one, [...path, keys[0]!, index], depth + 1),
      );
      return keys[0] === 'all' ? { all: parts } : { any: parts };
    }
    if (keys.length === 1 && keys[0] === 'not') {
      return { not: conditionOf(held.not, [...path, 'not'], depth + 1) };
    }
    const strange = keys.find((key) => !['of', 'equals', 'exists'].includes(key));
    if (strange !== undefined) return wrong(`"${strange}" means nothing in a condition`);
    if (typeof held.of !== 'string') return wrong('"of" must name a parameter, or STEP.OUTPUT');
    const { of } = held;
    if (typeof held.exists === 'boolean' && held.equals === undefined)
      return { of, exists: held.exists };
    if (['string', 'number', 'boolean'].includes(typeof held.equals) && held.exists === undefined) {
      return { of, equals: held.equals as string };
    }
    return wrong(
      'a condition has "equals" with a text, a number, true or false, or "exists" with true or false',
    );
  }

  function guarded(path: Path, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      fault(path, error.message.replace(/\.$/, ''));
    }
  }
}

/** Told from a predicate by its innermost words. */
function isCondition(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const { of, all, any, not } = given as Given;
  if (of !== undefined) return true;
  const inner = [all, any, not].flat().filter((one) => one !== undefined);
  return inner.some(isCondition);
}

/** The references that a step itself holds, with what they stand in. */
export function* referencesIn(step: Step): Generator<{ reference: string; key: keyof Step }> {
  const keys = [
    'title',
    'prompt',
    'paths',
    'requires',
    'ask',
    'subworkflow',
    'outputs',
    'repeat',
  ] as const;
  for (const key of keys) {
    for (const reference of templateReferences(step[key])) yield { reference, key };
  }
}
