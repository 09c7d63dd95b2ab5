/** A longer run of letters and digits is no name but data. */
const longestName = 80;

const boundary = /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/g;

/** `resolveTask` as `resolve Task`, `HTTPServer` as `HTTP Server`; any other text as it is. */
export function splitCamel(text: string): string {
  return text.replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$& ');
}

/** The names in camel case of a text, each once and split into its parts, with a blank between; empty when there are none. */
export function camelParts(text: string): string {
  const names = new Set<string>();
  boundary.lastIndex = 0;
  for (let found = boundary.exec(text); found !== null; found = boundary.exec(text)) {
    let start = found.index;
    let end = boundary.lastIndex;
    while (start > 0 && isNameUnit(text.charCodeAt(start - 1))) start -= 1;
    while (end < text.length && isNameUnit(text.charCodeAt(end))) end += 1;
    boundary.lastIndex = end;
    if (end - start <= longestName) names.add(text.slice(start, end));
  }
  return names.size === 0 ? '' : splitCamel([...names].join(' '));
}

/** ASCII letters and digits. */
function isNameUnit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57);
}
