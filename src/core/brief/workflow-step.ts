import { neutralise, untrusted } from '../trust/untrusted.ts';
import { allowedText } from '../workflow/allowed-text.ts';
import type { StepView } from '../workflow/step-view.ts';
import type { Section } from './fit.ts';

/** Characters of the step in the first part of a brief; what does not fit follows further on. */
const headRoom = 640;
const promptFloor = 80;

/** By which the run goes on, as it is typed. */
export function nextCommand({ token }: Pick<StepView, 'token'>): string {
  return `holdfast workflow next --token ${untrusted(token, 400)}`;
}

/** The step in one clause: its name and its title. */
export function stepName({ step, stepTitle }: Pick<StepView, 'step' | 'stepTitle'>): string {
  return `step "${untrusted(step, 80)}" (${untrusted(stepTitle, 80)})`;
}

/** What must arrive of the pending step: run, step, token, and as much of its prompt as there is room for. */
export function stepPart(view: StepView | undefined): string {
  if (view === undefined) return '';
  const lines = [
    `You work on ${stepName(view)} of the workflow run ${untrusted(view.run, 60)} (${untrusted(view.title, 60)}).`,
    ...allowLines(view),
    `When it is done: \`${nextCommand(view)}\``,
    ...(view.missing.length === 0
      ? []
      : [`Still missing: ${untrusted(view.missing[0]!.what, 90)}`]),
  ];
  const room = Math.max(promptFloor, headRoom - lines.join('\n').length - 20);
  const prompt = `Its order: ${untrusted(view.prompt, room)}`;
  return `\n${[lines[0], prompt, ...lines.slice(1)].join('\n')}\n`;
}

function allowLines(view: StepView): string[] {
  const allowed = allowedText(view);
  return allowed === undefined ? [] : [`It allows ${untrusted(allowed, 120)}.`];
}

/** The rest of it: the prompt whole where the first part holds only its beginning, what is missing, what is behind it. */
export function stepSections(view: StepView | undefined): Section[] {
  if (view === undefined) return [];
  const whole = neutralise(view.prompt).trim();
  const cut = !stepPart(view).includes(untrusted(whole, whole.length));
  return [
    {
      title: 'The order of the step, whole:',
      lines: cut ? whole.split('\n').map((line) => `> ${line}`) : [],
      cap: 3_000,
      floor: 1_200,
      more: (count) => `- and ${count} more lines: \`holdfast workflow show\``,
    },
    {
      title: 'What the step lacked when it was last asked:',
      lines: view.missing.map(missingLine),
      cap: 1_200,
      floor: 500,
    },
    {
      title: 'Steps of the run that are done, with their notes:',
      lines: [
        ...(view.notes ?? [])
          .map((note) => `- noted at this step: ${untrusted(note, 300)}`)
          .reverse(),
        ...view.past.map(pastLine).reverse(),
      ],
      cap: 1_500,
      floor: 400,
    },
  ];
}

function missingLine({ what, next, asked }: StepView['missing'][number]): string {
  const often = asked > 1 ? ` (asked ${asked} times)` : '';
  return `- ${untrusted(what, 200)}${often} ${untrusted(next, 200)}`.trimEnd();
}

const mostProofs = 4;

/** A step that is done, what was noted of it, and the ledger's entries that it rests on. */
function pastLine({ step, title, note, evidence = [] }: StepView['past'][number]): string {
  const told = note === undefined ? '' : `: ${untrusted(note, 240)}`;
  const ids = evidence.slice(0, mostProofs).map((id) => untrusted(id, 40));
  const more = evidence.length > mostProofs ? `, and ${evidence.length - mostProofs} more` : '';
  const proved = ids.length === 0 ? '' : ` [proved by ${ids.join(', ')}${more}]`;
  return `- ${untrusted(step, 60)} (${untrusted(title, 60)})${proved}${told}`;
}

/** What a summary must keep of it word for word, most needed first. */
export function stepWords(view: StepView | undefined): string[] {
  if (view === undefined) return [];
  return [
    `- workflow run ${untrusted(view.run, 60)}, ${stepName(view)}`,
    `- its continue token: \`${nextCommand(view)}\``,
    ...(view.missing.length === 0
      ? []
      : [`- still missing: ${untrusted(view.missing.map(({ what }) => what).join(' '), 160)}`]),
    ...view.past
      .filter(({ note }) => note !== undefined)
      .slice(-3)
      .reverse()
      .map(({ step, note = '' }) => `- noted at ${untrusted(step, 40)}: ${untrusted(note, 120)}`),
  ];
}

/** The line at a prompt. */
export function stepLine(view: StepView | undefined): string {
  if (view === undefined) return '';
  return `Holdfast: run ${untrusted(view.run, 60)} of ${untrusted(view.workflow, 40)} | ${stepName(view)} | its order, and what it lacks: \`holdfast workflow next\``;
}
