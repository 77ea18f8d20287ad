import { language } from './language';

let sign: string | undefined;

/**
 * Formats a number with the language's decimal sign: "1.5". `digits` is the number of decimals, by default that of the
 * value. `toFixed` rounds, as `Intl` rounds some values differently. Few screens need this, so it has its own file.
 */
export function decimal(value: number, digits?: number): string {
  sign ??= new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return (digits === undefined ? String(value) : value.toFixed(digits)).replace('.', sign);
}
