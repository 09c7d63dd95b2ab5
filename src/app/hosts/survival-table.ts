import type { Host } from '../../hosts/host.ts';
import { type Ability, abilities } from './abilities.ts';

/** How a part of the real-client suite ended on a host: passed only when every test of it did. */
export type PartEnd = 'passed' | 'failed' | 'skipped';

/** What the last full test run saw, by the ids of hosts. */
export type Proof = Record<string, { version: string; parts: Record<string, PartEnd> }>;

/**
 * `works`: every test of it passed on the real client. `built`: implemented, not fully tested on the real client. `docs`: made
 * from the host's documents, never run. `-`: the client cannot do it.
 */
export type Standing = 'works' | 'built' | 'docs' | '-';

export interface HostRow {
  id: string;
  title: string;
  /** Version of the client that was tested. */
  version?: string;
  abilities: Record<string, Standing>;
}

type Named = Pick<Host, 'id' | 'title' | 'capabilities' | 'basis'>;

/** What works where: what each host can do at all, and how far that was seen. */
export function survivalTable(hosts: readonly Named[], proof: Proof): HostRow[] {
  return hosts.map((host) => {
    const seen = Object.hasOwn(proof, host.id) ? proof[host.id] : undefined;
    return {
      id: host.id,
      title: host.title,
      version: seen?.version,
      abilities: Object.fromEntries(
        abilities.map((ability) => [ability.name, standing(host, ability, seen?.parts ?? {})]),
      ),
    };
  });
}

function standing(host: Named, ability: Ability, parts: Record<string, PartEnd>): Standing {
  if (!ability.possible(host.capabilities)) return '-';
  if (host.basis === 'documents') return 'docs';
  const works = ability.parts.every(
    (part) => Object.hasOwn(parts, part) && parts[part] === 'passed',
  );
  return works ? 'works' : 'built';
}
