import type { LocalStripe, Person, RunningSystem } from '@candid/testing';

/** Up to here a member of staff corrects an account alone, in the system of `own-system.e2e.spec.ts`. */
export const APPROVAL_TOKENS = 10_000;

/** A system that nobody else uses, and people who may be in each of its tests. */
export interface OwnSystem {
  system: RunningSystem;
  stripe: LocalStripe;
  support: Person;
  /** Four, approved. */
  assessors: Person[];
}
