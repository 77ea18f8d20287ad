import { language } from './language';

let sign: string | undefined;

/**
 * Formats a number with the language's decimal sign: "1.5". `digits`: number of decimals; by default as many as the value
 * has. `toFixed` rounds, because `Intl` rounds some values differently. A file of its own, because few screens need it.
 */
export function decimal(value: number, digits?: number): string {
  sign ??= new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return (digits === undefined ? String(value) : value.toFixed(digits)).replace('.', sign);
}
