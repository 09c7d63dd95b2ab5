/** A session's record lies in `chats`; those of its subagents lie in a folder of its name below `subagents`. */
export function recordPath(
  transcriptPath: string | undefined,
  agentId?: string,
): string | undefined {
  if (transcriptPath === undefined || agentId === undefined) return transcriptPath;
  const parts = /^(.*)\/chats\/([^/]+)\.jsonl$/.exec(transcriptPath);
  if (parts === null) return undefined;
  return `${parts[1]}/subagents/${parts[2]}/agent-${agentId}.jsonl`;
}
