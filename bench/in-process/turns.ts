/** One call of a tool with what came of it, and the words around. */
export interface Turn {
  prompt: string;
  command: string;
  output: string;
  words: string;
}

/** Turns as sessions have them, until they hold so many bytes. */
export function usualTurns(bytes: number): Turn[] {
  const turns: Turn[] = [];
  for (let size = 0; size < bytes; ) {
    const at = turns.length;
    const output = Array.from(
      { length: 60 },
      (_, line) =>
        `src/part-${at % 40}/file-${line}.ts:${line * 7}: warning: value ${at} is unused\n`,
    ).join('');
    const turn = {
      prompt: `Look at part ${at} and fix what the checker says. Do not touch the generated files.`,
      command: `npm run check -- --only part-${at % 40}`,
      output,
      words: `Part ${at} has ${at % 7} warnings. I changed the imports and ran the checker again.`,
    };
    size += output.length + 600;
    turns.push(turn);
  }
  return turns;
}

/** One turn of which every text is the same. */
export function hardTurns(text: string): Turn[] {
  return [
    { prompt: 'Add the parser. Never push.', command: 'npm test', output: text, words: text },
    { prompt: text, command: text, output: 'done', words: 'Done.' },
  ];
}
