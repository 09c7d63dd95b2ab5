import type { Arm } from '../arms/arm.ts';
import { caseId } from '../arms/arm.ts';
import { holdfastClaims } from '../claims/holdfast.ts';
import { judge, judgeRole } from '../claims/judge.ts';
import { hayOf, textOf, trueFacts } from '../score/recall.ts';
import { mustStand, ruleMessages } from '../score/verbatim.ts';
import type { FactKind } from '../truth/fact.ts';
import { labelledKinds, publishedKinds } from '../truth/fact.ts';
import { matches } from '../truth/matcher.ts';
import type { Case } from '../truth/truth.ts';

const chained: readonly FactKind[] = ['user.prompt', 'file.modified', ...labelledKinds];

/** What the product does not deliver, fact by fact, for whoever fixes it. `arm` is brief and loss report together. */
export function misses(arm: Arm, cases: readonly Case[]): string[] {
  return [
    '# What the product does not deliver',
    '',
    'By kind, boundary and line of the record (from 1).',
    ...section(
      'In neither summary, brief nor loss report',
      missed(arm, cases, true, [
        ...publishedKinds,
        'cmd.exit',
        'git.branch',
        'file.tracked',
        ...labelledKinds,
      ]),
    ),
    ...section(
      'In the summary, in neither brief nor loss report (they count at the next compaction)',
      onlyHost(arm, cases),
    ),
    ...section('True of a segment, gone one compaction later', goneLater(arm, cases)),
    ...section(
      'Rule messages whose first 240 characters do not stand unbroken in summary, brief or loss report',
      broken(arm, cases),
    ),
    ...section('Said to be so, and stale or wrong', badClaims(arm, cases)),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return ['', `## ${title} (${lines.length})`, '', ...lines];
}

function missed(
  arm: Arm,
  cases: readonly Case[],
  withHost: boolean,
  kinds: readonly FactKind[],
): string[] {
  return kinds.flatMap((kind) =>
    cases.flatMap((one) => {
      const hay = hayOf(textOf(arm, one, withHost) ?? '');
      return trueFacts(one)
        .filter((fact) => fact.kind === kind && !matches(hay, fact.match))
        .map((fact) => `- ${kind}: ${caseId(one)} line ${fact.line + 1}: ${fact.value}`);
    }),
  );
}

function onlyHost(arm: Arm, cases: readonly Case[]): string[] {
  return publishedKinds.flatMap((kind) =>
    cases.flatMap((one) => {
      const host = hayOf(one.boundary.summary ?? '');
      const own = hayOf(textOf(arm, one, false) ?? '');
      return trueFacts(one)
        .filter(
          (fact) => fact.kind === kind && matches(host, fact.match) && !matches(own, fact.match),
        )
        .map((fact) => `- ${kind}: ${caseId(one)} line ${fact.line + 1}: ${fact.value}`);
    }),
  );
}

function goneLater(arm: Arm, cases: readonly Case[]): string[] {
  return cases.flatMap((one) => {
    const later = cases.find(
      (other) => other.session === one.session && other.number === one.number + 1,
    );
    if (!later) return [];
    const hay = hayOf(textOf(arm, later, true) ?? '');
    return trueFacts(one)
      .filter((fact) => chained.includes(fact.kind) && !matches(hay, fact.match))
      .map(
        (fact) =>
          `- ${fact.kind}: ${caseId(one)} line ${fact.line + 1}, at #${later.number}: ${fact.value}`,
      );
  });
}

function broken(arm: Arm, cases: readonly Case[]): string[] {
  return cases.flatMap((one) => {
    const { flat } = hayOf(textOf(arm, one, true) ?? '');
    return ruleMessages(one)
      .filter((rule) => !flat.includes(mustStand(rule.text)))
      .map(
        (rule) =>
          `- ${caseId(one)} line ${rule.line + 1}, ${rule.text.length} characters: ${rule.text.slice(0, 140)}`,
      );
  });
}

function badClaims(arm: Arm, cases: readonly Case[]): string[] {
  return cases.flatMap((one) =>
    holdfastClaims(textOf(arm, one, false) ?? '').flatMap((claim) => {
      const verdict = judge(claim, one);
      const role = claim.about === 'file' ? judgeRole(claim.path, claim.role, one) : 'right';
      const bad =
        verdict === 'stale' || verdict === 'wrong' ? verdict : role === 'wrong' ? 'role' : '';
      return bad === '' ? [] : [`- ${bad}: ${caseId(one)}: ${JSON.stringify(claim)}`];
    }),
  );
}
