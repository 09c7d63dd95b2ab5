/** A part of a parameter's value that is none of its choices; undefined where all are, or there are no choices. */
export function strangeChoice(
  value: string | string[] | undefined,
  choices: readonly string[] | undefined,
): string | undefined {
  if (value === undefined || choices === undefined) return undefined;
  return [value].flat().find((one) => !choices.includes(one));
}
