import { quotedWord } from './wrappers.ts';

const longest = 20_000;
/** How far behind a call's name its texts are looked for. */
const reach = 600;

/** Calls that run what their texts say. */
const running =
  /\b(?:system|popen|Popen|run|call|check_call|check_output|getoutput|exec|execSync|execFile|execFileSync|execv|execvp|spawn|spawnSync|shell_exec|passthru|proc_open)\b[ \t]{0,4}\(?/g;
/** Calls that delete a folder with all in it, a file, and that overwrite a file. */
const deletingAll =
  /\b(?:rmtree|remove_tree|rm_rf|rm_r|rmSync|rmdirSync|rimraf(?:Sync)?|removedirs|rmdir|emptyDirSync|removeSync|fs\.rm|remove_dir_all|secure_delete|Remove-Item)\b[ \t]{0,4}\(?/g;
const deleting =
  /\b(?:unlink|unlinkSync|os\.remove|File\.delete|FileUtils\.rm|rm_f)\b[ \t]{0,4}\(?/g;
const writing =
  /\b(?:writeFile|writeFileSync|file_put_contents|appendFile|appendFileSync|File\.write|IO\.write|createWriteStream|copyFileSync)\b[ \t]{0,4}\(?/g;
/** What makes a call of `open` write. */
const opening = /\bopen[ \t]{0,4}\(/g;
/** A text with what is done to the file of that name. */
const methods: readonly [RegExp, string][] = [
  [
    /Path[ \t]{0,4}\([ \t]{0,4}(?:r|)(['"])([^'"\n]{1,300})\1[ \t]{0,4}\)\.(?:unlink|rmdir)\b/g,
    'rm',
  ],
  [
    /Path[ \t]{0,4}\([ \t]{0,4}(?:r|)(['"])([^'"\n]{1,300})\1[ \t]{0,4}\)\.(?:write_text|write_bytes|touch)\b/g,
    ': >',
  ],
];

/** The shell scripts that a piece of another language's code comes to: what it runs, deletes and overwrites, as far as texts name it. */
export function scriptsOfCode(code: string): string[] {
  const text = code.slice(0, longest);
  const found: string[] = [];
  for (const { texts } of callsOf(text, running)) {
    const [first = ''] = texts;
    found.push(/\s/.test(first.trim()) ? first : texts.map(quotedWord).join(' '));
  }
  for (const [, , quoted] of text.matchAll(/(?:qx|%x)[ \t]{0,4}([({[/|])([^)}\]/|]{1,600})/g))
    found.push(quoted!);
  for (const [, quoted] of text.matchAll(/(?:^|[=(,;\s])`([^`\n]{1,600})`/g)) found.push(quoted!);
  for (const { texts } of callsOf(text, deletingAll))
    if (texts.length > 0) found.push(`rm -rf ${quotedWord(texts[0]!)}`);
  for (const { texts } of callsOf(text, deleting))
    if (texts.length > 0) found.push(`rm ${texts.map(quotedWord).join(' ')}`);
  for (const { texts } of callsOf(text, writing))
    if (texts.length > 0) found.push(`: > ${quotedWord(texts[0]!)}`);
  for (const { texts } of callsOf(text, opening)) {
    const perl = texts.find((one) => /^>{1,2}[ \t]*./.test(one));
    if (perl !== undefined) found.push(`: ${perl}`);
    else if (
      texts
        .slice(1)
        .some((mode) => /^(?:[rwax]b?\+?|[wa]t|>{1,2})$/.test(mode) && !/^rb?$/.test(mode))
    )
      found.push(`: > ${quotedWord(/^>/.test(texts[0]!) ? (texts[1] ?? '') : (texts[0] ?? ''))}`);
  }
  for (const [pattern, does] of methods)
    for (const match of text.matchAll(pattern)) found.push(`${does} ${quotedWord(match[2]!)}`);
  return found.slice(0, 20);
}

/** The texts in quotes that stand behind a call's name, up to where the statement ends. */
function callsOf(code: string, name: RegExp): { texts: string[] }[] {
  return [...code.matchAll(name)].slice(0, 20).map((match) => {
    const start = match.index + match[0].length;
    return { texts: textsFrom(code.slice(start, start + reach)) };
  });
}

function textsFrom(code: string): string[] {
  const texts: string[] = [];
  let depth = 1;
  for (let at = 0; at < code.length; at += 1) {
    const char = code[at]!;
    if (char === "'" || char === '"' || char === '`') {
      let end = at + 1;
      while (end < code.length && code[end] !== char) end += code[end] === '\\' ? 2 : 1;
      texts.push(code.slice(at + 1, end).replace(/\\(['"`\\])/g, '$1'));
      at = end;
    } else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) {
      depth -= 1;
      if (depth === 0) break;
    } else if (char === ';' || char === '\n') break;
  }
  return texts;
}
