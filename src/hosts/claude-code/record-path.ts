import type { OwnMemory } from '../host.ts';

const sessionName = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.jsonl$/;
const plainId = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/**
 * Where the record of a session or of one of its subagents lies. After a change of the session or of the work
 * tree payloads were seen to name the record of another session: then it is the file of this session beside it.
 */
export function recordPath(
  transcriptPath: string | undefined,
  agentId?: string,
  sessionId?: string,
): string | undefined {
  if (transcriptPath === undefined) return undefined;
  const main = ownRecord(transcriptPath, sessionId);
  if (agentId === undefined) return main;
  return `${main.replace(/\.jsonl$/, '')}/subagents/agent-${agentId}.jsonl`;
}

const agentName = /^agent-([0-9a-zA-Z_-]+)\.jsonl$/;

/** The records of agents below a session, by the path of its own. */
export function agentRecords(
  path: string,
  list: (folder: string) => string[],
): { agent: string; path: string }[] {
  const folder = `${path.replace(/\.jsonl$/, '')}/subagents`;
  return list(folder).flatMap((name) => {
    const agent = agentName.exec(name)?.[1];
    return agent === undefined ? [] : [{ agent, path: `${folder}/${name}` }];
  });
}

function ownRecord(path: string, sessionId: string | undefined): string {
  const start = path.lastIndexOf('/') + 1;
  const name = path.slice(start);
  if (sessionId === undefined || !plainId.test(sessionId)) return path;
  return sessionName.test(name) && name !== `${sessionId}.jsonl`
    ? `${path.slice(0, start)}${sessionId}.jsonl`
    : path;
}

/**
 * The memory that earlier versions of the client kept of a session by themselves, where others say that it lay; 2.1.332
 * keeps none, and nobody ran an earlier one here.
 */
export function ownMemory(
  transcriptPath: string | undefined,
  sessionId: string,
): OwnMemory | undefined {
  const main = recordPath(transcriptPath, undefined, sessionId);
  const at = main?.lastIndexOf('/projects/') ?? -1;
  if (main === undefined || at < 0) return undefined;
  const session = main.replace(/\.jsonl$/, '');
  return {
    files: [
      `${session}/session-memory/summary.md`,
      `${session}/session-memory.md`,
      `${session.slice(0, session.lastIndexOf('/'))}/session-memory.md`,
    ],
    lock: '.lock',
    template: `${main.slice(0, at)}/session-memory/config/template.md`,
  };
}
