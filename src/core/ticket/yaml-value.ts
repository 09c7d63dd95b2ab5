/** Words that a reader of YAML takes for something else than text. */
const otherTypes = /^(?:true|false|yes|no|on|off|null|~|[-+.]?\d.*|\.(?:inf|nan))$/i;

/** A text as a YAML scalar on one line, in quotes only where it needs them. */
export function yamlScalar(text: string): string {
  const safe = /^[\p{L}\p{N}/~.(_](?:[^:#\t\n\r\u0085\u2028\u2029]|:(?=\S)|(?<=\S)#)*$/u;
  const plain = safe.test(text) && text.trim() === text && !otherTypes.test(text);
  return plain ? text : JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escaped);
}

/** A list as the text behind the key's colon and the lines below it. */
export function yamlList(values: readonly string[]): string[] {
  if (values.length === 0) return [' []'];
  return ['', ...values.map((value) => `  - ${yamlScalar(value)}`)];
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
