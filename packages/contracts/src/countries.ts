/** Codes in CLDR that are not in ISO 3166-1: groups of countries, parts of countries, and codes for tests. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Returns true if the code is in use today. `Intl.Locale` replaces a withdrawn code with its successor. */
export const isCountryCode = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  !NO_COUNTRIES.has(code) &&
  names.of(code) !== undefined &&
  new Intl.Locale(`und-${code}`).region === code;

/** Returns all countries with their names in the language, a BCP 47 tag, and in that language's order. */
export function listCountries(language: string): { code: string; name: string }[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const shownNames = new Intl.DisplayNames(language, { type: 'region' });
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter(isCountryCode)
    .map((code) => ({ code, name: shownNames.of(code)! }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}
