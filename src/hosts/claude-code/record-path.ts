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

function ownRecord(path: string, sessionId: string | undefined): string {
  const start = path.lastIndexOf('/') + 1;
  const name = path.slice(start);
  if (sessionId === undefined || !plainId.test(sessionId)) return path;
  return sessionName.test(name) && name !== `${sessionId}.jsonl`
    ? `${path.slice(0, start)}${sessionId}.jsonl`
    : path;
}
