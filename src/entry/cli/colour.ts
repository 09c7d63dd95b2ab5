import { ownStyle } from '../../platform/own-style.ts';

export type Hue = 'green' | 'yellow' | 'red' | 'bold' | 'dim';

const codes: Record<Hue, [number, number]> = {
  green: [32, 39],
  yellow: [33, 39],
  red: [31, 39],
  bold: [1, 22],
  dim: [2, 22],
};

/** The text in a colour where colours are wanted. What prints it lets no other sequences through. */
export function paint(hue: Hue, text: string, colour: boolean): string {
  const [on, off] = codes[hue];
  return colour ? `\u001b[${on};${ownStyle}m${text}\u001b[${off};${ownStyle}m` : text;
}
