/** The simple commands of a shell text, in order: split at `;`, `&&`, `||`, `|` and line ends outside of quotes and here-documents. */
export function simpleCommands(text: string): string[] {
  const source = withoutHereDocuments(text);
  const parts: string[] = [];
  let part = '';
  let quote = '';
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (quote) {
      part += char;
      if (char === '\\' && quote === '"') part += source[++at] ?? '';
      else if (char === quote) quote = '';
    } else if (char === '\\') {
      const next = source[++at] ?? '';
      part += next === '\n' ? ' ' : char + next;
    } else if (char === '"' || char === "'") {
      quote = char;
      part += char;
    } else if (
      char === ';' ||
      char === '\n' ||
      char === '|' ||
      (char === '&' && source[at + 1] === '&')
    ) {
      parts.push(part);
      part = '';
      if (source[at + 1] === char) at++;
    } else {
      part += char;
    }
  }
  parts.push(part);
  return parts.map((one) => one.trim()).filter((one) => one !== '' && !one.startsWith('#'));
}

function withoutHereDocuments(text: string): string {
  return text.replace(/<<-?\s*(['"]?)([A-Za-z_]\w*)\1([^\n]*)\n[\s\S]*?\n\s*\2(?=\s|\)|$)/g, '$3');
}

/** Words of a simple command; quotes are taken off. */
export function shellWords(command: string): string[] {
  const found = command.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g) ?? [];
  return found.map((word) => word.replace(/^(["'])([\s\S]*)\1$/, '$2'));
}

/** Words without what stands before the program: variables, `sudo`, `env`, `time`, `timeout N`, brackets. */
export function programWords(command: string): string[] {
  const words = shellWords(command.replace(/^[({]\s*/, '').replace(/^[A-Za-z_]\w*="?\$\(/, ''));
  while (words.length > 0) {
    const first = words[0]!;
    if (
      /^[A-Za-z_]\w*=/.test(first) ||
      ['sudo', 'env', 'time', 'nohup', 'command', 'exec', 'then', 'do', '!'].includes(first)
    )
      words.shift();
    else if (first === 'timeout' || first === 'gtimeout') words.splice(0, 2);
    else break;
  }
  return words;
}

/** Paths that a shell text surely writes: redirections, `tee`, `sed -i` and its like, targets of `mv` and `cp`. */
export function writtenPaths(text: string): string[] {
  const redirected = simpleCommands(text).flatMap((simple) =>
    [...simple.matchAll(/(?:^|[^<>&\d])>{1,2}\s*([^\s<>&|;()$"'`]+)/g)].map((match) => match[1]!),
  );
  const named = simpleCommands(text).flatMap((simple) => {
    const words = programWords(simple);
    const program = words[0];
    const rest = words.slice(1).filter((word) => !word.startsWith('-'));
    const inPlace = words
      .slice(1)
      .some((word) => /^-(i|pi|w|in)\b/.test(word) || word.startsWith('-i'));
    if (program === 'tee') return rest;
    if (
      (program === 'sed' || program === 'perl' || program === 'gofmt' || program === 'goimports') &&
      inPlace
    ) {
      return rest.slice(program === 'sed' || program === 'perl' ? 1 : 0);
    }
    if (program === 'mv' || program === 'cp') return rest.slice(-1);
    if (program === 'git' && rest[0] === 'mv') return rest.slice(-1);
    return [];
  });
  return [...redirected, ...named].filter((path) => path !== '/dev/null' && !/[*?$]/.test(path));
}
