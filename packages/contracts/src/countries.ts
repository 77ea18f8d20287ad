/** Codes in CLDR that are not in ISO 3166-1: groups of countries, parts of countries, and codes for tests. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Returns true if the code is in use today. `Intl.Locale` replaces a withdrawn code with its successor. */
export const isCountryCode = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  !NO_COUNTRIES.has(code) &&
  names.of(code) !== undefined &&
  new Intl.Locale(`und-${code}`).region === code;

export function listCountries(): { code: string; name: string }[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter(isCountryCode)
    .map((code) => ({ code, name: names.of(code)! }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
