/** A variable of this name holds a secret. */
const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|AUTH)(?:_|$)/i;
const leastLength = 8;

/** The values of an environment that are secrets by the names of their variables. */
export function secretValues(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && secretName.test(name) && isSecret(value) ? [value] : [],
  );
}

/** Takes values out of a text, also where they stand in JSON. */
export function hideValues(text: string, values: readonly string[]): string {
  let out = text;
  for (const value of values) {
    out = out.replaceAll(value, '[redacted:secret]');
    const quoted = JSON.stringify(value).slice(1, -1);
    if (quoted !== value) out = out.replaceAll(quoted, '[redacted:secret]');
  }
  return out;
}

/** Numbers, switches and paths are no secrets, whatever their names are. */
function isSecret(value: string): boolean {
  return value.length >= leastLength && !/^(?:[\d.]+|\/.*|true|false)$/.test(value);
}
