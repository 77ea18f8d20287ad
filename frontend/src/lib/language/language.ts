import texts from '../../../texts/en/language.json' with { type: 'json' };

/** BCP 47 tag of this build's language. It decides `<html lang>`, plurals, numbers and dates. */
export const language = texts.tag;

/** Returns a label, such as "Too dark", as a part of a sentence. German keeps its capitals, because nouns have them. */
export const inSentence = (label: string): string => (language === 'de' ? label : label.toLowerCase());

/** Numbers below this skip `Intl`, whose first use takes tens of ms on slow phones. A language with own digits needs 0. */
const plainBelow = 1000;

const numbers = numberFormat({});
const signedNumbers = numberFormat({ signDisplay: 'exceptZero' });

/** Formats a whole number in the language's notation: "1,200". */
export const whole = (amount: number): string =>
  amount >= 0 && amount < plainBelow ? String(amount) : numbers().format(amount);

const ordinals = once(() => new Intl.PluralRules(language, { type: 'ordinal' }));
const ordinalEndings: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string } = texts.ordinalEndings;

/** Formats a rank: "1st", "22nd". */
export const ordinal = (place: number): string =>
  `${whole(place)}${ordinalEndings[ordinals().select(place)] ?? ordinalEndings.other}`;

/** Formats a whole number with its sign, such as "+10" or "−5"; 0 has no sign. */
export const signed = (amount: number): string => signedNumbers().format(amount).replace('-', '−');

/** Formats money, given in minor units, in the currency's notation. */
export function money(minorUnits: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    minorUnits / 100,
  );
}

const kilobytes = numberFormat({ style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });

/** `34 kB`. */
export const fileSize = (bytes: number): string => kilobytes().format(Math.ceil(bytes / 1000));

const megabytes = numberFormat({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });

/** `2.4 MB`. Counts as the limit of an upload does: 1 MB is 1,048,576 bytes. */
export const dataSize = (bytes: number): string => megabytes().format(bytes / 1024 ** 2);

const dayFormat = once(() => new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: '2-digit' }));
const timeFormat = once(
  () => new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
);
const longDayFormat = once(() => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric' }));

/** Format a date as `07/03/26` and a time as `09:05`, in the browser's time zone. */
export const dayOf = (instant: Date): string => dayFormat().format(instant);
export const timeOf = (instant: Date): string => timeFormat().format(instant);

/** `7 March 2026`. */
export const longDayOf = (instant: Date): string => longDayFormat().format(instant);

function numberFormat(options: Intl.NumberFormatOptions): () => Intl.NumberFormat {
  return once(() => new Intl.NumberFormat(language, options));
}

/** Creates the value on first use, because creating it would delay the page. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
