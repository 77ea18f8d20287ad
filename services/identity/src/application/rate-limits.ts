/** How often something may be tried; every number is already multiplied by the process's factor. */
export interface RateLimits {
  /** For one address within an hour. */
  signupCodesPerHourMax: number;
  /** For one address within an hour. */
  resetLinksPerHourMax: number;
  /** Wrong ones, per account and per network address, within 15 minutes. */
  passkeyTriesMax: number;
}
export const RATE_LIMITS = Symbol('RateLimits');

export function rateLimitsOf(factor: number): RateLimits {
  const scaled = (limit: number): number => Math.max(1, Math.round(limit * factor));
  return { signupCodesPerHourMax: scaled(5), resetLinksPerHourMax: scaled(5), passkeyTriesMax: scaled(5) };
}
