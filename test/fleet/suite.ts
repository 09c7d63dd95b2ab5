import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { FleetStore } from '../../src/app/fleet/ports.ts';
import { newTicketText } from '../../src/core/ticket/new-text.ts';
import { parseTicketFile } from '../../src/core/ticket/parse.ts';

/** Stores of several machines that have the same tickets. */
export interface StoreKit {
  /** The store as this machine has it; each call may be a process of its own. */
  on(machine: string): Promise<FleetStore>;
}

const minute = 60_000;
const textOf = (id: string, keys: [string, string | string[]][] = []) =>
  newTicketText({ id, title: `Do ${id}`, keys });
const progressOf = async (store: FleetStore, id: string) =>
  parseTicketFile((await store.read(id))!.text, `${id}.md`).progress;

/** What every store of tickets does, whatever keeps them. */
export function storeSuite(kit: () => StoreKit): void {
  it('keeps a ticket byte for byte, with comments, line ends and a byte order mark', async () => {
    const store = await kit().on('a');
    const text = `\uFEFF${textOf('odd').replace('## Progress', '<!-- seen -->\n## Progress').replaceAll('\n', '\r\n')}`;
    expect(await store.create({ id: 'odd', text })).toBe(true);
    expect((await store.read('odd'))?.text).toBe(text);
    expect(await store.create({ id: 'odd', text: textOf('odd') })).toBe(false);
    expect((await store.read('odd'))?.text).toBe(text);
    expect(await store.read('none')).toBeUndefined();
  });

  it('changes exactly the revision that was read, and says when it is another by now', async () => {
    const [a, b] = [await kit().on('a'), await kit().on('b')];
    await a.create({ id: 'cas', text: textOf('cas') });
    const { revision, text } = (await a.read('cas'))!;
    const changed = text.replace('Do cas', 'Do it');
    const updated = await a.update('cas', revision, { id: 'cas', text: changed });
    expect(updated).toEqual({ revision: (await a.read('cas'))!.revision });
    expect(await b.update('cas', revision, { id: 'cas', text: 'other' })).toBe('moved');
    expect((await b.read('cas'))!.text).toBe(changed);
  });

  it('lets one of many changes of the same revision through', async () => {
    const stores = await Promise.all(['a', 'b', 'c', 'd'].map((name) => kit().on(name)));
    await stores[0]!.create({ id: 'race', text: textOf('race') });
    const { revision, text } = (await stores[0]!.read('race'))!;
    const done = await Promise.all(
      stores.map((store, at) =>
        store.update('race', revision, { id: 'race', text: text.replace('Do race', `Do ${at}`) }),
      ),
    );
    expect(done.filter((one) => typeof one === 'object')).toHaveLength(1);
  });

  it('has one winner of a claim, who wins again', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const stores = await Promise.all(names.map((name) => kit().on(name)));
    await stores[0]!.create({ id: 'one', text: textOf('one') });
    const claims = await Promise.all(
      stores.map((store) => store.claim('one', { worker: 'w', termMs: minute })),
    );
    const won = claims.flatMap((claim, at) => (claim.won ? [at] : []));
    expect(won).toHaveLength(1);
    const machine = names[won[0]!]!;
    for (const claim of claims) expect(claim.lease).toMatchObject({ machine, worker: 'w' });
    const again = await stores[won[0]!]!.claim('one', { worker: 'w', termMs: minute });
    expect(again).toMatchObject({
      won: true,
      again: true,
      lease: { term: claims[won[0]!]!.lease!.term },
    });
    expect((await stores[0]!.read('one'))!.lease).toMatchObject({ machine });
  });

  it('gives no ticket twice to two workers of one machine', async () => {
    const [one, two] = [await kit().on('a'), await kit().on('a')];
    await one.create({ id: 'same', text: textOf('same') });
    const claims = await Promise.all([
      one.claim('same', { worker: 'x', termMs: minute }),
      two.claim('same', { worker: 'y', termMs: minute }),
    ]);
    expect(claims.filter(({ won }) => won)).toHaveLength(1);
  });

  it('gives a ticket to another when its lease ran out or was let go, and renews it before', async () => {
    const [a, b] = [await kit().on('a'), await kit().on('b')];
    await a.create({ id: 'ends', text: textOf('ends') });
    const first = await a.claim('ends', { worker: 'w', termMs: 10 });
    await vi.waitFor(
      async () => {
        const second = await b.claim('ends', { worker: 'v', termMs: minute });
        expect(second).toMatchObject({ won: true, again: false });
        expect(second.lease!.term).not.toBe(first.lease!.term);
      },
      { timeout: 20_000 },
    );
    expect(await a.renew('ends', first.lease!, minute)).toBe(false);
    await a.release('ends', first.lease!);
    const held = (await a.read('ends'))!.lease!;
    expect(held).toMatchObject({ machine: 'b', worker: 'v' });
    await sleep(5);
    expect(await b.renew('ends', held, 2 * minute)).toBe(true);
    const renewed = (await a.read('ends'))!.lease!;
    expect(Date.parse(renewed.until)).toBeGreaterThan(Date.parse(held.until));
    expect(renewed.term).toBe(held.term);
    await b.release('ends', renewed);
    expect((await a.read('ends'))!.lease).toBeUndefined();
    expect(await a.claim('ends', { worker: 'w', termMs: minute })).toMatchObject({
      won: true,
      again: false,
    });
  });

  it('refuses the text of a machine that does not hold the ticket, and takes it from the holder', async () => {
    const [a, b] = [await kit().on('a'), await kit().on('b')];
    await a.create({ id: 'held', text: textOf('held') });
    await a.claim('held', { worker: 'w', termMs: minute });
    const { revision, text } = (await a.read('held'))!;
    expect(await b.update('held', revision, { id: 'held', text: `${text}\n` })).toBe('refused');
    expect(await a.update('held', revision, { id: 'held', text: `${text}\n` })).toMatchObject({});
  });

  it('adds a line of progress once for its id, also of many at once, and loses none', async () => {
    const stores = await Promise.all(['a', 'b', 'c'].map((name) => kit().on(name)));
    await stores[0]!.create({ id: 'lines', text: textOf('lines') });
    const entries = Array.from({ length: 12 }, (_, at) => ({
      id: `e${at}`,
      line: `2026-11-30T00:00:${String(at).padStart(2, '0')}Z did ${at}`,
    }));
    // Every machine may report: each held it once.
    for (const store of stores) {
      const claim = await store.claim('lines', { worker: 'w', termMs: minute });
      await store.release('lines', claim.lease!);
    }
    const calls = stores.flatMap((store) =>
      entries.map((entry) => () => store.append('lines', entry)),
    );
    const outcomes = await Promise.all(calls.map((call) => call()));
    expect(outcomes.filter((one) => one === 'added')).toHaveLength(entries.length);
    expect((await progressOf(stores[0]!, 'lines')).sort()).toEqual(
      entries.map(({ line }) => line).sort(),
    );
    // The same line under another id is another line.
    expect(await stores[0]!.append('lines', { ...entries[0]!, id: 'other' })).toBe('added');
    expect(await progressOf(stores[0]!, 'lines')).toHaveLength(entries.length + 1);
    expect(await stores[0]!.append('none', entries[0]!)).toBe('refused');
  });

  it('makes another revision of each line, so that no change is made on a text without it', async () => {
    const store = await kit().on('a');
    await store.create({ id: 'both', text: textOf('both') });
    const claim = await store.claim('both', { worker: 'w', termMs: minute });
    const { revision, text } = (await store.read('both'))!;
    await store.append('both', { id: '1', line: 'first' });
    expect(await store.update('both', revision, { id: 'both', text })).toBe('moved');
    const now = (await store.read('both'))!;
    const moved = now.text.replace('status: queued', 'status: claimed');
    expect(await store.update('both', now.revision, { id: 'both', text: moved })).toMatchObject({});
    await store.append('both', { id: '2', line: 'second' });
    expect(await progressOf(store, 'both')).toEqual(['first', 'second']);
    expect((await store.read('both'))!.text).toContain('status: claimed');
    await store.release('both', claim.lease!);
  });

  it('claims nothing that is done or not there', async () => {
    const store = await kit().on('a');
    await store.create({
      id: 'over',
      text: textOf('over').replace('status: queued', 'status: done'),
    });
    expect(await store.claim('over', { worker: 'w', termMs: minute })).toMatchObject({
      won: false,
    });
    expect(await store.claim('none', { worker: 'w', termMs: minute })).toMatchObject({
      won: false,
    });
  });

  it('lists tickets by their ids, and those that ask for no other labels', async () => {
    const store = await kit().on('a');
    await store.create({ id: 'z-gpu', text: textOf('z-gpu', [['labels', ['linux', 'gpu']]]) });
    await store.create({ id: 'm-plain', text: textOf('m-plain') });
    await store.create({ id: 'a-linux', text: textOf('a-linux', [['labels', 'linux']]) });
    const ids = async (labels?: string[]) =>
      (await store.list(labels && { labels }))
        .map(({ id }) => id)
        .filter((id) => ['z-gpu', 'm-plain', 'a-linux'].includes(id));
    expect(await ids()).toEqual(['a-linux', 'm-plain', 'z-gpu']);
    expect(await ids(['linux'])).toEqual(['a-linux', 'm-plain']);
    expect(await ids(['gpu', 'linux', 'big'])).toEqual(['a-linux', 'm-plain', 'z-gpu']);
    await store.claim('m-plain', { worker: 'w', termMs: minute });
    const row = (await store.list()).find(({ id }) => id === 'm-plain');
    expect(row).toMatchObject({
      status: 'queued',
      labels: [],
      lease: { machine: 'a', worker: 'w' },
    });
  });

  it('knows which machines are there', async () => {
    const [a, b] = [await kit().on('a'), await kit().on('b')];
    await b.beat({ labels: ['linux'], most: 2, running: 0 });
    await a.beat({ labels: [], most: 1, running: 0 });
    await a.beat({ labels: [], most: 1, running: 1 });
    const seen = (await b.machines()).filter(({ machine }) => ['a', 'b'].includes(machine));
    expect(seen).toMatchObject([
      { machine: 'a', labels: [], most: 1, running: 1 },
      { machine: 'b', labels: ['linux'], most: 2, running: 0 },
    ]);
    for (const { ageMs } of seen) expect(ageMs).toBeLessThan(120_000);
  });
}
