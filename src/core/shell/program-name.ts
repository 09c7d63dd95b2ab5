/** The name of a program without its folder and ending. */
export function programName(text: string): string {
  return (text.split(/[\\/]/).at(-1) ?? text).replace(/\.(?:exe|cmd|bat)$/i, '');
}

/** Names of shells that take a script behind `-c` or on their input. */
export const shells = /^(?:ba|z|da|k|mk|a|fi|c|tc|oil|ya|x|nu|elvi)?sh$/;

/** Programs that take a script of their own language as an argument. */
export const interpreters =
  /^(?:python[\d.]*|pypy3?|node|nodejs|bun|deno|perl|ruby|php|lua|tsx|ts-node)$/;
