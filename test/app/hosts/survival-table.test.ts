import { describe, expect, it } from 'vitest';
import { abilities } from '../../../src/app/hosts/abilities.ts';
import { type Proof, survivalTable } from '../../../src/app/hosts/survival-table.ts';
import { claudeCode } from '../../../src/hosts/claude-code/index.ts';
import { unprovedClaims } from '../../proof-reporter.ts';

const { capabilities } = claudeCode;
const host = { id: 'h', title: 'H', capabilities, basis: 'live' as const };

/** Every part passed, but for those that are given. */
function proof(parts: Proof[string]['parts'] = {}): Proof {
  const all = abilities.flatMap((ability) => ability.parts);
  const passed = Object.fromEntries(all.map((part) => [part, 'passed' as const]));
  return { h: { version: '1.0', parts: { ...passed, ...parts } } };
}

describe('the table of what works where', () => {
  it('says works only where every part of it passed', () => {
    const row = (seen: Proof) => survivalTable([host], seen)[0]!.abilities;
    expect(new Set(Object.values(row(proof())))).toEqual(new Set(['works']));
    expect(row(proof({ 'manual compaction': 'failed' })).brief).toBe('built');
    expect(row(proof({ gate: 'skipped' })).gate).toBe('built');
    expect(row({ h: { version: '1.0', parts: {} } }).undo).toBe('built');
    expect(row({}).undo).toBe('built');
  });

  it('says docs for a host that was never run, and a dash where the host has no way', () => {
    const documented = { ...host, basis: 'documents' as const };
    const unable = { ...capabilities, steerCharacters: 0, subagents: false };
    const [one, other] = survivalTable([documented, { ...host, capabilities: unable }], proof());
    expect(one!.abilities.brief).toBe('docs');
    expect([other!.abilities.steer, other!.abilities.agent]).toEqual(['-', '-']);
    expect(survivalTable([{ ...documented, capabilities: unable }], {})[0]!.abilities.steer).toBe(
      '-',
    );
  });

  it('takes back what a run did not see', () => {
    expect(unprovedClaims(proof(), proof())).toEqual([]);
    expect(unprovedClaims(proof({ gate: 'failed' }), proof())).toEqual([]);
    expect(unprovedClaims(proof(), proof({ gate: 'failed' }))).toEqual(['gate on h 1.0']);
    const newer = { h: { ...proof().h!, version: '2.0' } };
    expect(unprovedClaims(proof(), newer)).toHaveLength(Object.keys(proof().h!.parts).length);
    expect(unprovedClaims(proof(), {})).not.toEqual([]);
  });
});
