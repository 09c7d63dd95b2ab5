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

/** The records of agents below a session, by the path of its own. */
export function agentRecords(
  path: string,
  list: (folder: string) => string[],
): { agent: string; path: string }[] {
  const folder = recordPath(path, 'x')?.replace(/\/[^/]+$/, '');
  if (folder === undefined) return [];
  return list(folder).flatMap((name) => {
    const agent = /^agent-([\w-]+)\.jsonl$/.exec(name)?.[1];
    return agent === undefined ? [] : [{ agent, path: `${folder}/${name}` }];
  });
}
