import { styleText } from 'node:util';

export type Hue = 'green' | 'yellow' | 'red' | 'bold' | 'dim';

/** The text in a colour where colours are wanted. */
export function paint(hue: Hue, text: string, colour: boolean): string {
  return colour ? styleText(hue, text) : text;
}
