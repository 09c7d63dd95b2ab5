import type { Fields } from '../rows/fields.ts';

/** A count of tokens or a sum of money: a finite number from 0 on. */
export function amountOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The sum of a row's members of these names; undefined where it has none of them. */
export function sumOf(row: Fields, names: string[]): number | undefined {
  const told = names.flatMap((name) => amountOf(row[name]) ?? []);
  return told.length === 0 ? undefined : told.reduce((sum, one) => sum + one, 0);
}
