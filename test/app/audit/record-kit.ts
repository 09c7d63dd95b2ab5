/** Rows of a session of Claude Code as its record holds them. */
export interface SessionWish {
  session: string;
  cwd?: string;
  /** What the person says, in order, before the compaction. */
  said?: string[];
  /** Paths that the agent edits before it. */
  edits?: string[];
  /** Commands that the agent runs before it. */
  commands?: string[];
  /** Undefined: no compaction. */
  summary?: string;
  /** Hour of the first row, on 1 January 2026. */
  hour?: number;
}

export function sessionRows(wish: SessionWish): Record<string, unknown>[] {
  const { session, cwd = '/code/proj', hour = 8 } = wish;
  const rows: Record<string, unknown>[] = [];
  let minute = 0;
  const add = (type: string, more: Record<string, unknown>): void => {
    minute += 1;
    rows.push({
      type,
      uuid: `${session}-${minute}`,
      parentUuid: null,
      isSidechain: false,
      sessionId: session,
      cwd,
      version: '2.1.39',
      gitBranch: 'main',
      timestamp: new Date(Date.UTC(2026, 0, 1, hour, minute)).toISOString(),
      ...more,
    });
  };
  const call = (name: string, input: Record<string, unknown>, content: string): void => {
    const id = `toolu_${session}_${minute}`;
    const usage = { input_tokens: 1_000 * (minute + 1), output_tokens: 5 };
    add('assistant', {
      message: {
        role: 'assistant',
        id: `msg_${minute}`,
        model: 'm',
        usage,
        content: [{ type: 'tool_use', id, name, input }],
      },
    });
    add('user', {
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    });
  };
  for (const text of wish.said ?? []) add('user', { message: { role: 'user', content: text } });
  for (const path of wish.edits ?? []) {
    call('Edit', { file_path: path, old_string: 'a', new_string: 'b' }, 'The file was updated.');
  }
  for (const command of wish.commands ?? []) call('Bash', { command }, 'ok');
  if (wish.summary === undefined) return rows;
  add('system', {
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    compactMetadata: { trigger: 'auto', preTokens: 155_000 },
  });
  add('user', {
    isCompactSummary: true,
    message: {
      role: 'user',
      content: `This session is being continued from a previous conversation.\n${wish.summary}`,
    },
  });
  return rows;
}

export function sessionText(wish: SessionWish): string {
  return sessionRows(wish)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');
}
