import type { Arm } from './arms/arm.ts';
import { caseId, plainTold } from './arms/arm.ts';
import { armOf, drive } from './arms/driven.ts';
import { installHoldfast } from './arms/holdfast.ts';
import { driveAll, drives } from './arms/other-hosts.ts';
import { sessionsOf, withBoundaries } from './cases/find.ts';
import type { BenchSession, HostName } from './cases/session.ts';
import { boundariesOf } from './cases/session.ts';
import { holdfastClaims } from './claims/holdfast.ts';
import type { Rate } from './score/bootstrap.ts';
import { median, rateOf } from './score/bootstrap.ts';
import { roleCells, staleCells } from './score/precision.ts';
import { recallCells } from './score/recall.ts';
import { verbatimCells } from './score/verbatim.ts';
import { labelledKinds, publishedKinds } from './truth/fact.ts';
import { casesOf, truthOf } from './truth/truth.ts';

/** The first three together with what the host keeps. */
export interface ProductFigures {
  published: Rate;
  byHand: Rate;
  verbatim: Rate;
  alone: Rate;
  roles: Rate;
  stale: Rate;
  /** Median of a boundary. */
  characters: number;
}

export interface HostRow {
  host: HostName;
  /** Versions of the clients that wrote the records. */
  versions: string[];
  sessions: number;
  boundaries: number;
  /** What the host keeps in plain text. */
  alone?: Rate;
  byHand?: Rate;
  /** By arm of the product. */
  product: Record<string, ProductFigures>;
  note: string;
}

/**
 * Hosts other than Claude Code: scored where the material holds real boundaries with something readable behind them, with the
 * installed product driven as that host drives it.
 */
export async function otherHosts(): Promise<HostRow[]> {
  const rows: HostRow[] = [];
  for (const host of ['pi', 'codex', 'opencode'] as const) rows.push(await hostRow(host));
  return rows;
}

/** The product's arms on a host: the brief, and with it what came later. A run that fails is told in words. */
async function productArms(
  host: HostName,
  scored: readonly BenchSession[],
  row: HostRow,
): Promise<Record<string, Arm>> {
  const driven = drives[host];
  const readable =
    host === 'codex' ? 'What the host kept are messages; its summary is encrypted. ' : '';
  if (driven === undefined) return {};
  try {
    const product = await driveAll(scored, driven.drive);
    const all = [...product.deliveries.values()];
    const cut = all.filter((one) => one.cut).length;
    row.note = `${readable}Driven through ${driven.through}; ${cut} of ${all.length} texts cut by the host.`;
    const about = { id: 'brief', title: 'brief', version: '' };
    return { brief: armOf(about, product, 'brief'), 'b+loss': armOf(about, product, 'all') };
  } catch (error) {
    row.note = `${readable}Product not run: ${(error as Error).message}`;
    return {};
  }
}

async function hostRow(host: HostName): Promise<HostRow> {
  const all = sessionsOf(host);
  const scored = withBoundaries(all);
  const row: HostRow = {
    host,
    versions: [...new Set(all.map((session) => session.version))].sort(),
    sessions: scored.length,
    boundaries: scored.reduce((sum, session) => sum + boundariesOf(session).length, 0),
    product: {},
    note: '',
  };
  if (scored.length === 0) {
    const facts = all.reduce(
      (sum, session) => sum + truthOf(session.cwd, session.events, 1).facts.length,
      0,
    );
    row.note = `no real boundary in ${all.length} records: format only (${facts} facts read)`;
    return row;
  }
  const cases = scored.flatMap(casesOf);
  const host0: Arm = {
    id: 'host',
    title: 'host',
    version: '',
    told: new Map(cases.map((one) => [caseId(one), plainTold(one.boundary.summary ?? '')])),
  };
  row.alone = rateOf(recallCells(host0, cases, publishedKinds));
  row.byHand = rateOf(recallCells(host0, cases, labelledKinds));
  const arms = await productArms(host, scored, row);
  for (const [name, arm] of Object.entries(arms)) {
    const withHost = { withHost: true };
    row.product[name] = {
      published: rateOf(recallCells(arm, cases, publishedKinds, withHost)),
      byHand: rateOf(recallCells(arm, cases, labelledKinds, withHost)),
      alone: rateOf(recallCells(arm, cases, publishedKinds)),
      verbatim: rateOf(verbatimCells(arm, cases, true)),
      roles: rateOf(roleCells(arm, cases, holdfastClaims)),
      stale: rateOf(staleCells(arm, cases, holdfastClaims)),
      characters: median(cases.map((one) => arm.told.get(caseId(one))?.text.length ?? 0)),
    };
  }
  return row;
}

export interface CutRow {
  sessions: number;
  characters: number[];
  published: Rate;
  byHand: Rate;
  verbatim: Rate;
}

/** Sessions that never were compacted, cut at their end as if they had been: no summary, so only what the brief holds alone. */
export async function syntheticCuts(): Promise<CutRow> {
  const whole = sessionsOf('claude-code').filter(
    (session) => boundariesOf(session).length === 0 && session.lines.length >= 20,
  );
  const cut = whole.map(cutAtEnd);
  const cases = cut.flatMap(casesOf);
  const arm = armOf(
    { id: 'brief', title: 'brief', version: '' },
    await drive(cut, installHoldfast, 'boundary'),
    'brief',
  );
  return {
    sessions: cut.length,
    characters: cases.map((one) => arm.told.get(caseId(one))?.text.length ?? 0),
    published: rateOf(recallCells(arm, cases, publishedKinds)),
    byHand: rateOf(recallCells(arm, cases, labelledKinds)),
    verbatim: rateOf(verbatimCells(arm, cases, false)),
  };
}

function cutAtEnd(session: BenchSession): BenchSession {
  const line = session.lines.length;
  return {
    ...session,
    events: [...session.events, { type: 'boundary', line, next: line, trigger: 'auto' }],
  };
}

export interface ReplayProof {
  sessions: number;
  boundaries: number;
  /** Boundaries at which both ways of replaying gave the same bytes. */
  same: number;
}

/** Sessions of this many lines at most are replayed once more with every single event. */
const proofLines = 600;

/** Shows that what the product delivers is the same whether it sees only the compactions or every event of the session. */
export async function replayProof(
  sessions: readonly BenchSession[],
  known: ReadonlyMap<string, { brief: string }>,
): Promise<ReplayProof> {
  const short = sessions.filter((session) => session.lines.length <= proofLines);
  const { deliveries } = await drive(short, installHoldfast, 'full');
  const ids = [...deliveries.keys()];
  const same = ids.filter((id) => deliveries.get(id)!.brief === known.get(id)?.brief).length;
  return { sessions: short.length, boundaries: ids.length, same };
}
