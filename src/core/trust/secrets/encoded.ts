/** Longer ones are files and not secrets; of those the beginning is looked at. */
const most = 12_000;
const printable = /^[\t\n\r -~]*$/;

/** The text that a run of base64 holds, or undefined where it holds none. */
export function decodedText(value: string): string | undefined {
  // Text in base64 has both cases; a hash in hex, a name and a path with words have not.
  const head = value.slice(0, 24);
  if (!/[A-Z]/.test(head) || !/[a-z]/.test(head)) return undefined;
  const plain = value
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .replace(/(?<!=)=+$/, '');
  const start = bytesOf(plain.slice(0, 20));
  if (start === undefined || !printable.test(start)) return undefined;
  const cut = plain.slice(0, most);
  const all = bytesOf(cut.length % 4 === 1 ? cut.slice(0, -1) : cut);
  return all !== undefined && printable.test(all) ? all : undefined;
}

function bytesOf(value: string): string | undefined {
  try {
    return atob(value);
  } catch {
    return undefined;
  }
}
