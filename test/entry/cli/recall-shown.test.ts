import { appendFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, makeBench } from './bench.ts';
import { callRows, excerpts, putSession, recall, search } from './recall-kit.ts';

let bench: Bench;
let path: string;
beforeEach(() => {
  bench = makeBench(undefined);
  path = putSession(bench, { session: 'aaaa1111', said: ['Push the zebra branch.', 'Go on.'] });
});
afterEach(() => bench.remove());

const run = (number: number, command: string, content: unknown) =>
  appendFileSync(path, callRows('aaaa1111', number, 'Bash', { command }, content));
const rejection =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nnot before the review";
/** A call that the user refused, as the client writes it. */
const refuse = (number: number, command: string) => {
  const rows = callRows('aaaa1111', number, 'Bash', { command }, rejection);
  const [call, result] = rows.trimEnd().split('\n');
  const row = JSON.parse(result!);
  row.message.content[0].is_error = true;
  row.toolUseResult = 'User rejected tool use';
  appendFileSync(path, `${call}\n${JSON.stringify(row)}\n`);
};

describe('what a match of recall shows', () => {
  it('is a call with the beginning of its result, and a result with its call, by the id of the call', async () => {
    const [callA, resultA] = callRows('aaaa1111', 1, 'Bash', { command: 'make ibis' }, 'ibis built')
      .trimEnd()
      .split('\n');
    const [callB, resultB] = callRows(
      'aaaa1111',
      2,
      'Bash',
      { command: 'make okapi' },
      'okapi done',
    )
      .trimEnd()
      .split('\n');
    // Both were called at once, so that neither stands beside its own.
    appendFileSync(path, `${[callA, callB, resultB, resultA].join('\n')}\n`);
    expect((await search(bench, 'make ibis')).hits[0]?.paired?.text).toBe('ibis built');
    expect((await search(bench, 'okapi done')).hits[0]?.paired?.text).toContain('make okapi');
    expect((await recall(bench, 'make ibis')).text).toMatch(/\n {3}result [0-9a-z.-]+: ibis built/);
  });

  it("is a refusal with the user's words, not the client's sentence", async () => {
    refuse(1, 'git push zebra');
    const { text } = await recall(bench, '"git push zebra"');
    expect(text).toContain('refused by the user: "not before the review"');
    expect(text).not.toContain("doesn't want to proceed");
  });

  it('names, of calls that are nearly the same, each that was refused', async () => {
    refuse(1, 'git push origin zebra');
    run(2, 'git push origin zebra 2>&1', 'pushed');
    run(3, 'git push origin zebra', 'pushed again');
    const { hits } = await search(bench, '"git push origin"');
    expect(hits.map(({ count }) => count)).toEqual([3]);
    const { text } = await recall(bench, '"git push origin"');
    expect(text.replace(/\s+/g, ' ')).toMatch(
      /refused by the user [0-9a-z.-]+ \(2026-01-02 00:01 UTC\): "not before the review"/,
    );
  });

  it('keeps results apart that differ by a number alone', async () => {
    run(1, 'x', 'The suite passed: 386 tests of the gnu.');
    run(2, 'x', 'The suite passed: 410 tests of the gnu.');
    expect(await excerpts(bench, 'suite gnu')).toHaveLength(2);
  });

  it('is whole for the best match under 1,500 characters, and short for the others', async () => {
    const long = (at: number) => `${`Part ${at} of the emu. `.repeat(60)}The end ${at}.`;
    appendFileSync(path, callRows('aaaa1111', 1, 'Bash', { command: 'a' }, long(1)));
    appendFileSync(path, callRows('aaaa1111', 2, 'Bash', { command: 'b' }, long(2)));
    const [first, second] = (await search(bench, 'emu')).hits;
    expect(first?.excerpt).toContain('The end');
    expect(second?.excerpt.length).toBeLessThan(260);
  });

  it('names the session once where all are of it', async () => {
    run(1, 'echo emu', 'emu here');
    run(2, 'echo more emu', 'more emu there');
    const { text } = await recall(bench, 'emu');
    expect(text.split('claude-code aaaa1111')).toHaveLength(2);
  });
});

describe('what recall looks for', () => {
  it('is of one kind, before a time, or in the order of time', async () => {
    run(1, 'echo zebra', 'zebra out');
    run(2, 'echo zebra two', 'zebra out two');
    const kinds = async (...argv: string[]) =>
      (await search(bench, 'zebra', ...argv)).hits.map(({ kind }) => kind);
    expect(await kinds('--kind', 'user')).toEqual(['person']);
    expect(new Set(await kinds('--kind', 'call,result'))).toEqual(new Set(['call', 'result']));
    expect(await kinds('--until', '2026-01-01T12:00:00Z')).toEqual(['person']);
    const times = (await search(bench, 'zebra', '--order', 'time')).hits.map(({ time }) => time);
    expect(times).toEqual([...times].sort().reverse());
    await expect(kinds('--kind', 'person')).rejects.toThrow('"person" is not a kind of match.');
  });

  it('puts the newest summary last, which the agent has before it, and an older one where it fits', async () => {
    bench = makeBench(undefined);
    putSession(bench, {
      session: 'bbbb2222',
      said: ['Fast is every gazelle.', 'x'],
      summary: 'It was about how the gazelle fast runs.',
    });
    const { hits } = await search(bench, 'gazelle fast');
    // The words stand in a row in the summary alone.
    expect(hits.map(({ kind }) => kind)).toEqual(['person', 'summary']);
  });

  it('says which word was found nowhere', async () => {
    const { nowhere } = (await search(bench, 'zebra', 'quagga')) as unknown as {
      nowhere: string[];
    };
    expect(nowhere).toEqual(['quagga']);
    expect((await recall(bench, 'zebra', 'quagga')).text.replace(/\s+/g, ' ')).toContain(
      '(found nowhere: "quagga")',
    );
  });

  it('may begin with a dash, which is said where it looks like an option', async () => {
    run(1, 'git commit --no-verify', 'ok');
    expect(await excerpts(bench, '--no-verify')).not.toEqual([]);
    expect((await search(bench, '--no-verify')).notices).toEqual([
      '"--no-verify" is no option here, so it was searched for as a word.',
    ]);
  });

  it('is a phrase first, where one argument holds several words', async () => {
    run(1, 'x', 'the yak sleeps');
    run(2, 'x', 'sleeps, the big yak');
    expect((await excerpts(bench, 'yak sleeps'))[0]).toBe('the yak sleeps');
  });
});

describe('what recall prints of a place', () => {
  it('is what was said around it, in order, with the place marked', async () => {
    run(1, 'make ibis', 'ibis built');
    run(2, 'make okapi', 'okapi done');
    const [hit] = (await search(bench, 'ibis built')).hits;
    const { text } = await recall(bench, '--around', hit!.handle);
    expect(text).toContain(`> result  2026-01-02 00:01 UTC  ${hit!.handle}\n  | ibis built`);
    const order = ['Push the zebra', 'Go on.', 'make ibis', 'ibis built', 'make okapi'];
    expect(order.map((part) => text.indexOf(part))).toEqual(
      order.map((part) => text.indexOf(part)).sort((a, b) => a - b),
    );
    expect(order.filter((part) => !text.includes(part))).toEqual([]);
    await expect(recall(bench, '--around', 'x')).rejects.toThrow('"x" is not a handle');
    await expect(recall(bench, '--around', 'aaaaaaaa-0.0')).rejects.toThrow(
      /No indexed text has the handle/,
    );
  });

  it('is several places at once', async () => {
    run(1, 'make ibis', 'ibis built');
    run(2, 'make okapi', 'okapi done');
    const handles = (await search(bench, '--kind', 'result', 'built', 'done')).hits.map(
      ({ handle }) => handle,
    );
    expect(handles).toHaveLength(2);
    const whole = await recall(bench, '--get', ...handles);
    expect(whole.text).toContain('ibis built');
    expect(whole.text).toContain('okapi done');
    const twice = await recall(bench, '--get', handles[0]!, '--get', handles[1]!);
    expect(twice.text).toBe(whole.text);
    const many = Array.from({ length: 11 }, () => handles[0]!);
    await expect(recall(bench, '--get', ...many)).rejects.toThrow('too many at once');
  });
});
