const beyondAscii = /[^\x00-\x7f]/g;

/**
 * The text in lower case and without marks on letters, as the index compares it. As long as before: a character whose
 * plain form has another length stays.
 */
export function fold(text: string): string {
  const plain = text.replace(beyondAscii, (unit) => {
    const letter = unit.normalize('NFD')[0]!.toLowerCase();
    return letter.length === unit.length ? letter : unit;
  });
  const lower = plain.toLowerCase();
  return lower.length === text.length ? lower : plain;
}
