import { strangeChoice } from './choices.ts';
import { circleFrom, pathOfSubworkflow } from './circles.ts';
import { canHold, referencesOf } from './condition.ts';
import type { DefinitionFault, Requirement, RoundTest, Step, Workflow } from './definition.ts';
import { everyStep } from './definition.ts';
import type { LineOf } from './parse.ts';
import { referencesIn } from './read-workflow.ts';

const mostSteps = 200;
const deepest = 6;

type Path = (string | number)[];

/** What is known of a step to those behind it. */
interface Known {
  step: Step;
  /** Names that it gives out; undefined where any may be. */
  outputs?: Record<string, Given>;
}

interface Given {
  values?: readonly unknown[];
  required: boolean;
}

/**
 * What is wrong with a definition beyond its form: ids, references, conditions that never hold, subworkflows. `find` gives the
 * other definitions by id, `isBroken` tells of files named by an id that hold none.
 */
export function checkWorkflow(
  workflow: Workflow,
  lineOf: LineOf,
  find: (id: string) => Workflow | undefined,
  isBroken: (id: string) => boolean = () => false,
): DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  const known = new Map<string, Known>();
  const ids = new Set<string>();
  const all = new Set([...everyStep(workflow.steps)].map(({ id }) => id));
  const fault = (path: Path, what: string) => void faults.push({ line: lineOf(path), what });

  checkParameters();
  if ([...everyStep(workflow.steps)].length > mostSteps) {
    fault(['steps'], `there are more than ${mostSteps} steps`);
  }
  inOrder(workflow.steps, ['steps'], 1);
  const circle = circleFrom(workflow, find);
  if (circle !== undefined) {
    fault(
      pathOfSubworkflow(workflow, circle[1]!) ?? ['steps'],
      `it calls itself: ${circle.join(' -> ')}`,
    );
  }
  return faults.sort((a, b) => a.line - b.line);

  function checkParameters(): void {
    const names = new Set<string>();
    for (const [
      index,
      { name, default: value, choices, required },
    ] of workflow.parameters.entries()) {
      const path = ['parameters', index];
      if (names.has(name)) fault([...path, 'name'], `there are two parameters "${name}"`);
      names.add(name);
      const strange = strangeChoice(value, choices);
      if (strange !== undefined)
        fault([...path, 'default'], `the default "${strange}" is none of the choices`);
      if (required && value !== undefined) {
        fault([...path, 'required'], `"${name}" has a default, so that none need be given`);
      }
    }
  }

  function inOrder(steps: readonly Step[], path: Path, depth: number): void {
    if (depth > deepest) {
      fault(path, `steps are nested deeper than ${deepest}`);
      return;
    }
    for (const [index, step] of steps.entries()) {
      checkStep(step, [...path, index], depth);
      known.set(step.id, knownOf(step));
    }
  }

  function checkStep(step: Step, path: Path, depth: number): void {
    if (ids.has(step.id)) fault([...path, 'id'], `there are two steps "${step.id}"`);
    if (step.id === 'step' || step.id === 'run') {
      fault([...path, 'id'], `"${step.id}" is a word of "since" and no id`);
    }
    ids.add(step.id);
    if (step.when) {
      for (const name of referencesOf(step.when)) checkReference(name, [...path, 'when']);
      if (!canHold(step.when, domainOf)) {
        fault([...path, 'when'], `the step "${step.id}" is never reached: its "when" never holds`);
      }
    }
    for (const { reference, key } of referencesIn(step)) {
      if (key !== 'repeat') checkReference(reference, [...path, key]);
    }
    for (const [index, one] of (step.requires ?? []).entries()) {
      checkSince(one, [...path, 'requires', index], step);
    }
    if (step.subworkflow) checkSubworkflow(step, path);
    if (step.steps) inOrder(step.steps, [...path, 'steps'], depth + 1);
    if (step.parallel) checkParallel(step.parallel, [...path, 'parallel'], depth + 1);
    if (step.repeat) {
      // A round is judged behind the steps in it.
      known.set(step.id, knownOf(step));
      checkRound(step.repeat.until, [...path, 'repeat', 'until'], step);
      if (step.repeat.giveUp) checkRound(step.repeat.giveUp, [...path, 'repeat', 'give_up'], step);
    }
  }

  /** What steps beside each other give out is known only behind all of them. */
  function checkParallel(steps: readonly Step[], path: Path, depth: number): void {
    if (depth > deepest) {
      fault(path, `steps are nested deeper than ${deepest}`);
      return;
    }
    const before = new Map(known);
    const behind = new Map(known);
    for (const [index, step] of steps.entries()) {
      checkStep(step, [...path, index], depth);
      known.set(step.id, knownOf(step));
      for (const [id, one] of known) behind.set(id, one);
      known.clear();
      for (const [id, one] of before) known.set(id, one);
    }
    for (const [id, one] of behind) known.set(id, one);
  }

  function checkRound(test: RoundTest, path: Path, step: Step): void {
    if ('condition' in test) {
      for (const name of referencesOf(test.condition)) checkReference(name, path);
      if (!canHold(test.condition, domainOf)) fault(path, 'the condition never holds');
      return;
    }
    for (const { reference } of referencesIn({ id: '', title: '', requires: [test.evidence] })) {
      checkReference(reference, path);
    }
    checkSince(test.evidence, path, step);
  }

  function checkSince({ since }: Requirement, path: Path, step: Step): void {
    if (since === 'step' || since === 'run' || since === step.id || known.has(since)) return;
    const when = all.has(since) ? 'comes later' : 'is none of this workflow';
    fault([...path, 'since'], `"since" names the step "${since}", which ${when}`);
  }

  function checkReference(reference: string, path: Path): void {
    if (workflow.parameters.some(({ name }) => name === reference)) return;
    const [id = '', output] = reference.split('.');
    const step = known.get(id);
    if (step === undefined) {
      const what = all.has(id)
        ? `is of the step "${id}", which comes later`
        : 'is no parameter, and no step gives it out';
      fault(path, `"${reference}" ${what}`);
      return;
    }
    if (output === undefined) {
      fault(path, `"${reference}" names a step and none of its outputs`);
      return;
    }
    if (step.outputs && !Object.hasOwn(step.outputs, output)) {
      fault(path, `the step "${id}" gives out no "${output}"`);
    }
  }

  function domainOf(reference: string): Given {
    const parameter = workflow.parameters.find(({ name }) => name === reference);
    if (parameter) {
      const required = parameter.required === true || parameter.default !== undefined;
      return { ...(parameter.choices && { values: parameter.choices }), required };
    }
    const [id = '', output = '', ...more] = reference.split('.');
    const given = known.get(id)?.outputs?.[output];
    // A step that was passed over gives nothing out.
    return { ...(given?.values && more.length === 0 && { values: given.values }), required: false };
  }

  function checkSubworkflow({ subworkflow }: Step, path: Path): void {
    if (!subworkflow) return;
    const at = [...path, 'subworkflow'];
    const inner = find(subworkflow.id);
    if (inner === undefined) {
      const what = isBroken(subworkflow.id)
        ? `the file of the workflow "${subworkflow.id}" is faulty itself`
        : `there is no workflow "${subworkflow.id}"`;
      fault([...at, 'id'], what);
      return;
    }
    for (const name of Object.keys(subworkflow.parameters)) {
      if (!inner.parameters.some((one) => one.name === name)) {
        fault([...at, 'parameters', name], `the workflow "${inner.id}" has no parameter "${name}"`);
      }
    }
    const lacking = inner.parameters.find(
      ({ name, required }) => required && !Object.hasOwn(subworkflow.parameters, name),
    );
    if (lacking) fault(at, `the workflow "${inner.id}" needs the parameter "${lacking.name}"`);
  }
}

function knownOf(step: Step): Known {
  const rounds = step.repeat && {
    rounds: { required: true },
    stuck: { values: [true, false], required: true },
  };
  const schema = step.outputs as
    | { properties?: Record<string, Schema>; required?: string[] }
    | undefined;
  if (step.delegate && schema === undefined)
    return { step, outputs: { result: { required: true }, ...rounds } };
  if (schema !== undefined && schema.properties === undefined) return { step };
  const own = Object.entries(schema?.properties ?? {}).map(([name, one]): [string, Given] => {
    const values = one.enum ?? (one.type === 'boolean' ? [true, false] : undefined);
    return [name, { ...(values && { values }), required: false }];
  });
  return { step, outputs: { ...Object.fromEntries(own), ...rounds } };
}

interface Schema {
  type?: string;
  enum?: unknown[];
}
