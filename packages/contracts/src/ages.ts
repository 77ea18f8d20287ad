// This file has no schemas, because the app uses its values: see frontend/build/contract-without-schemas.ts.

/** In years. A range below `yearsMin` would reveal too much about single assessors, whose ages are stored in bands. */
export const AUDIENCE_AGES = { min: 18, max: 99, yearsMin: 10 } as const;

/** A year of birth is known only as a band of five years, named by the first year of the band. */
export const BIRTH_BAND_YEARS = 5;
export const EARLIEST_BIRTH_BAND = 1920;

/** The bands that adults may have been born in, the latest first. */
export function listBirthBands(now: Date): number[] {
  const latestYear = now.getUTCFullYear() - AUDIENCE_AGES.min;
  const count = Math.floor((latestYear - EARLIEST_BIRTH_BAND) / BIRTH_BAND_YEARS) + 1;
  return Array.from({ length: count }, (_, index) => EARLIEST_BIRTH_BAND + index * BIRTH_BAND_YEARS).reverse();
}
