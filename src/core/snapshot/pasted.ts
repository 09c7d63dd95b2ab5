/** Lines of a prompt that a person pasted and did not say: code, logs, traces, diffs, quotes, tagged blocks. */

const frame =
  /^\s*(?:at .{1,300}[(:][^\s(:]*:\d|File "[^"]{1,300}", line \d+|#\d+\s+0x|\S+\.(?:go|rs|py|ts|tsx|js|java|rb|c|cc|cpp|swift|kt):\d+(?::\d+)?(?::|\s|$)|Caused by:|Traceback \(|goroutine \d+|thread '|stack backtrace)/;
const log =
  /^\s*(?:[[(]?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|NOTICE)\b[\]:\s|]|npm (?:ERR!|error|warn)|[a-z]+\[\d+\]:|(?:[A-Z]\w*)?(?:Error|Exception|Warning)\b[^.!?]{0,60}:|(?:error|warning|fatal|panic|note)(?:\[\w+\])?:)/;
const code =
  /(?:[;{}]\s*$|^\s*(?:[)}\]]+[;,]?\s*$|import\s.{1,200}\sfrom\s|from \S+ import |(?:export\s+)?(?:async\s+)?(?:function|const|let|var|class|interface|struct|enum|def|func|fn|pub|public|private|package|#include)\s+[\w(*&]|<\/?[a-z][\w-]*[\s>]|@@ |diff --git |\+\+\+ |--- [ab/]|index [0-9a-f]{7}|\$ \S|>>> |% \S))/;
const quoted = /^\s{0,3}>/;
const tableOrHeading = /^\s{0,3}(?:\||#{1,6}\s)/;
const indented = /^(?: {4}|\t)(?!\s*(?:[-*•]|\d+[.)])\s)/;

/** One line of a prompt and whether it was pasted. */
export interface PromptLine {
  text: string;
  pasted: boolean;
}

export function promptLines(text: string): PromptLine[] {
  let fence: string | undefined;
  let tag: string | undefined;
  let inDiff = false;
  let afterPaste = false;
  return text.split('\n').map((line) => {
    const mark = /^\s{0,12}(```+|~~~+)/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      return { text: line, pasted: true };
    }
    if (mark !== undefined) {
      fence = mark;
      return { text: line, pasted: true };
    }
    if (tag !== undefined) {
      if (line.includes(`</${tag}>`)) tag = undefined;
      return { text: line, pasted: true };
    }
    const opened = /^\s{0,8}<([A-Za-z][\w-]{1,60})(?:\s[^>]{0,200})?>/.exec(line)?.[1];
    if (opened !== undefined) {
      const isFile = /^(?:file|document|attachment)$/.test(opened) && line.includes('=');
      if (!line.includes(`</${opened}>`) && (isFile || text.includes(`</${opened}>`))) tag = opened;
      return { text: line, pasted: true };
    }
    const file =
      /<(file|document|attachment|context|content|snippet|source|paste|page|email|output|diff|patch|quote)(?=[\s>])[^<>]{0,1000}(>|$)/.exec(
        line,
      );
    if (file !== null && (file[0].includes('=') || text.includes(`</${file[1]}>`))) {
      const [opening, name] = file;
      const closed = line.includes(`</${name}>`);
      // What stands in a file's tag is the file's, up to its end or, where that was cut off, to the end of the prompt.
      if (!closed) tag = name;
      const behind = line.slice(file.index + opening.length);
      return { text: line, pasted: closed || /\S/.test(behind) };
    }
    if (line.trim() === '') {
      inDiff = false;
      afterPaste = false;
      return { text: line, pasted: false };
    }
    if (/^(?:diff --git |@@ -\d)/.test(line)) inDiff = true;
    const pasted =
      inDiff ||
      line.length > 2500 ||
      quoted.test(line) ||
      tableOrHeading.test(line) ||
      frame.test(line) ||
      log.test(line) ||
      code.test(line) ||
      (indented.test(line) && (afterPaste || /[=(){};<>]/.test(line)));
    afterPaste = pasted;
    return { text: line, pasted };
  });
}
