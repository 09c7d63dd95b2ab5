import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Arm } from '../../bench/survival/arms/arm.ts';
import { caseId, plainTold } from '../../bench/survival/arms/arm.ts';
import { claudeSessions, samplesFolder, sessionsOf } from '../../bench/survival/cases/find.ts';
import { boundariesOf } from '../../bench/survival/cases/session.ts';
import { rateOf } from '../../bench/survival/score/bootstrap.ts';
import { recallCells } from '../../bench/survival/score/recall.ts';
import { agreementOf } from '../../bench/survival/truth/agreement.ts';
import type { FactKind } from '../../bench/survival/truth/fact.ts';
import { publishedKinds } from '../../bench/survival/truth/fact.ts';
import { haystack } from '../../bench/survival/truth/haystack.ts';
import { labelFacts, labelFileOf } from '../../bench/survival/truth/labels.ts';
import { matches } from '../../bench/survival/truth/matcher.ts';
import { casesOf } from '../../bench/survival/truth/truth.ts';

const present = existsSync(samplesFolder());
const why = 'the shared sample records are not beside the repository (set HOLDFAST_SHARED)';
if (!present) console.warn(`SKIPPED: ${why}`);

describe.skipIf(!present && process.env.CI !== 'true')(
  'the benchmark on the shared samples',
  () => {
    it('has the samples', () => {
      expect(present, why).toBe(true);
    });

    const cases = present ? claudeSessions().flatMap(casesOf) : [];
    const host: Arm = {
      id: 'host',
      title: 'host',
      version: '',
      told: new Map(cases.map((one) => [caseId(one), plainTold(one.boundary.summary ?? '')])),
    };
    const rate = (kind: FactKind) => rateOf(recallCells(host, cases, [kind]));

    it('finds fifteen real boundaries in ten sessions', () => {
      expect(cases).toHaveLength(15);
      expect(new Set(cases.map((one) => one.session.name)).size).toBe(10);
    });

    it.each([
      ['file.modified', 0.92, 0.99],
      ['file.uncommitted', 0.9, 0.99],
      ['file.read_only', 0.34, 0.54],
      ['commit', 0.32, 0.74],
      ['user.prompt', 0.83, 0.92],
    ] as const)(
      'gives the host’s summaries about what the first figures give them for %s',
      (kind, low, high) => {
        const found = rate(kind).rate!;
        // A part of the first sample only: its interval, with two points of room.
        expect(found).toBeGreaterThan(low - 0.02);
        expect(found).toBeLessThan(high + 0.03);
      },
    );

    it('knows labels whose text has not changed since it was read, in thirty places and more', () => {
      const sessions = (['claude-code', 'pi', 'codex', 'opencode'] as const).flatMap((name) =>
        sessionsOf(name),
      );
      const labelled = sessions.filter((session) => labelFileOf(session));
      for (const session of labelled) labelFacts(session, 0, session.lines.length, 1);
      const places = labelled.reduce((sum, one) => sum + Math.max(1, boundariesOf(one).length), 0);
      expect(places).toBeGreaterThanOrEqual(30);
      expect(agreementOf(labelled).kappa).toBeGreaterThan(0.6);
    });

    it('finds in an empty text nothing, and in the text that is asked for every word of it', () => {
      const facts = cases.flatMap((one) =>
        one.facts.filter((fact) => publishedKinds.includes(fact.kind)),
      );
      const nothing = haystack('');
      expect(facts.filter((fact) => matches(nothing, fact.match))).toEqual([]);
      const unfound = facts.filter((fact) => {
        const own = fact.match.by === 'words' ? fact.match.words.join(' ') : fact.value;
        return !matches(haystack(own), fact.match);
      });
      expect(unfound.map((fact) => fact.id)).toEqual([]);
    });
  },
);
