import { describe, expect, it } from 'vitest';
import type { WorkerTrouble } from '../../../src/core/worker/event.ts';
import { workerHostById } from '../../../src/hosts/worker-registry.ts';
import { callsIn, ofType, recordedStream } from './streams.ts';

/** What a host's recorded streams hold; the scenarios are those of harness/stream-scenarios.ts. */
export interface ExpectedStreams {
  host: string;
  model?: string;
  /** Calls at each permission with how they ended. */
  calls: Record<'ask' | 'edit' | 'full', string[]>;
  /** What the client asks for at each permission; absent where it asks nobody. */
  asked?: Record<'ask' | 'edit' | 'full', string[]>;
  /** True where the client asks for each edit at `edit` too. */
  asksForEdits?: boolean;
  /** True where the session is told with the result and not before. */
  tellsSessionLate?: boolean;
  /** True where a call is told when it is over and not before. */
  tellsCallsLate?: boolean;
  /** False where the client does not tell the prompt back. */
  tellsPrompt: boolean;
  compactions: number;
  /** Faults of the scenarios `error-…` and `over-the-context`: trouble of each, and whether it ends the run. */
  errors: Record<string, [WorkerTrouble, boolean][]>;
  /** Sum or last word of the tokens of the scenario work-full. */
  usage: { inputTokens: number; outputTokens: number };
}

/** The conformance of a host's stream reader with what its real client said. */
export function workerStreamSuite(expected: ExpectedStreams): void {
  const { host: id } = expected;
  const host = workerHostById(id)!;
  const read = (name: string) => recordedStream(id, name);

  describe(`the recorded streams of a ${id} worker`, () => {
    it('tell the session once, and the one that is gone on with', () => {
      const late = expected.tellsSessionLate ? [] : ['terminated'];
      for (const name of ['work-edit', 'resumed', 'error-401', ...late]) {
        const told = ofType(read(name), 'session');
        expect(told, name).toHaveLength(1);
        expect(told[0]!.id).toMatch(/\S/);
        if (expected.model) expect(told[0]!.model).toBe(expected.model);
      }
    });

    it.each(['ask', 'edit', 'full'] as const)(
      'tell calls with their ends at `%s`',
      (permission) => {
        const events = read(`work-${permission}`);
        expect(callsIn(events)).toEqual(expected.calls[permission]);
        const asked = ofType(events, 'permission').map(
          ({ request }) => `${request.tool}: ${request.about}`,
        );
        expect(asked).toEqual(expected.asked?.[permission] ?? []);
        expect(host.answer !== undefined).toBe(expected.asked !== undefined);
      },
    );

    it('tell texts and the prompt as they are, and no line is unknown', () => {
      const events = read('work-edit');
      expect(ofType(events, 'text').map(({ text }) => text)).toEqual([
        'I begin.',
        'Behind the compaction.',
        'All done.',
      ]);
      const prompts = expected.tellsPrompt ? ['--help is no option but the task'] : [];
      expect(ofType(events, 'prompt').map(({ text }) => text)).toEqual(prompts);
      expect(events.at(-1)).toEqual({ type: 'result', ok: true, text: 'All done.' });
      expect(ofType(events, 'unknown')).toEqual([]);
      expect(ofType(events, 'error')).toEqual([]);
    });

    it('tell compactions where the host says so', () => {
      expect(host.showsCompactions).toBe(expected.compactions > 0);
      expect(ofType(read('work-edit'), 'compaction')).toHaveLength(expected.compactions);
    });

    it('tell tokens so that they add up', () => {
      const told = ofType(read('work-full'), 'usage').map(({ usage }) => usage);
      const sum = { inputTokens: 0, outputTokens: 0 };
      for (const usage of told) {
        if (usage.total) Object.assign(sum, { inputTokens: 0, outputTokens: 0 });
        sum.inputTokens += usage.inputTokens ?? 0;
        sum.outputTokens += usage.outputTokens ?? 0;
      }
      expect(sum).toEqual(expected.usage);
    });

    it.each(Object.entries(expected.errors))('tell the cause in `%s`', (name, wanted) => {
      const events = read(name);
      const told = ofType(events, 'error').map(({ trouble, ends }) => [trouble, ends]);
      expect(told).toEqual(wanted);
      for (const { text } of ofType(events, 'error')) expect(text).not.toBe('');
      expect(ofType(events, 'result').filter(({ ok }) => ok)).toEqual([]);
    });

    it('tell no result of a run that a signal ended', () => {
      const events = read('terminated');
      const begun = ofType(events, 'tool.started').map(({ about }) => about);
      expect(begun).toEqual(expected.tellsCallsLate ? [] : ['echo on && sleep 20']);
      expect(ofType(events, 'result').filter(({ ok }) => ok)).toEqual([]);
    });
  });

  describe(`the start of a ${id} worker`, () => {
    const wish = { prompt: '--do it\n"now"', folder: '/p', permission: 'edit' } as const;

    it('hands the prompt over whole and as no option', () => {
      const { args, input } = host.start(wish);
      const whole = input.includes('--do it') || args.some((arg) => arg.includes('--do it'));
      expect(whole).toBe(true);
      expect(args.filter((arg) => arg.startsWith('--do it'))).toEqual([]);
    });

    it('gives each permission a command line of its own', () => {
      const lines = (['ask', 'edit', 'full'] as const).map((permission) => {
        const { args, env } = host.start({ ...wish, permission });
        return JSON.stringify([args, env]);
      });
      expect(new Set(lines).size).toBe(expected.asksForEdits ? 2 : 3);
    });

    it('goes on with a session and takes a model', () => {
      const { args } = host.start({ ...wish, resume: 'session-x', model: 'model-y' });
      expect(args.some((arg) => arg.includes('session-x'))).toBe(true);
      expect(args.some((arg) => arg.includes('model-y'))).toBe(true);
    });
  });
}
