// The app imports this file, so it must not contain schemas: see frontend/build/smaller-files.ts.

/** Ages in years. An age range narrower than `yearsMin` years would reveal too much about single assessors. */
export const AUDIENCE_AGES = { min: 18, max: 99, yearsMin: 10 } as const;

/** A year of birth is stored only as a five-year band. The first year of the band names it. */
export const BIRTH_BAND_YEARS = 5;
export const EARLIEST_BIRTH_BAND = 1920;

/** Returns the birth bands of adults, the latest first. */
export function listBirthBands(now: Date): number[] {
  const latestYear = now.getUTCFullYear() - AUDIENCE_AGES.min;
  const count = Math.floor((latestYear - EARLIEST_BIRTH_BAND) / BIRTH_BAND_YEARS) + 1;
  return Array.from({ length: count }, (_, index) => EARLIEST_BIRTH_BAND + index * BIRTH_BAND_YEARS).reverse();
}
