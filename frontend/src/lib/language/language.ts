/**
 * The app's language, chosen here and nowhere else: a BCP 47 tag that `<html lang>`, plurals, numbers and dates follow. The
 * words themselves are `Catalogue` (lib/texts/catalogue.ts).
 */
export const language = 'en-GB';

const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language);
const signedNumbers = new Intl.NumberFormat(language, { signDisplay: 'exceptZero' });

/** A text for each plural form that the language has; `#` stands for the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** `plural(3, { one: '# photo', other: '# photos' })` is "3 photos". */
export function plural(count: number, forms: Forms): string {
  return (forms[plurals.select(count)] ?? forms.other).replaceAll('#', numbers.format(count));
}

/** A whole number in the language's own notation: "1,200". */
export const whole = (amount: number): string => numbers.format(amount);

/** A whole number with its sign, also for nothing but zero: "+10", "−5". */
export const signed = (amount: number): string => signedNumbers.format(amount).replace('-', '−');

/** Money from minor units, in the currency's own notation. */
export function money(minorUnits: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    minorUnits / 100,
  );
}

const kilobytes = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });

/** `34 kB`. */
export const fileSize = (bytes: number): string => kilobytes.format(Math.ceil(bytes / 1000));

const megabytes = new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });

/** `2.4 MB`. */
export const uploadSize = (bytes: number): string => megabytes.format(bytes / 1_000_000);

const dayFormat = new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: '2-digit' });
const timeFormat = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const longDayFormat = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric' });

/** `07/03/26` and `09:05`, in the browser's own zone. */
export const dayOf = (instant: Date): string => dayFormat.format(instant);
export const timeOf = (instant: Date): string => timeFormat.format(instant);

/** `7 March 2026`. */
export const longDayOf = (instant: Date): string => longDayFormat.format(instant);
