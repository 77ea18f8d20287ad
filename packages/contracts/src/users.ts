import { z } from 'zod';
import { UserId } from './ids.js';

export const Role = z.enum(['user', 'assessor', 'support']);
export type Role = z.infer<typeof Role>;

export const LookingFor = z.object({
  gender: z.enum(['Man', 'Woman', 'All']),
  relationshipType: z.enum(['Serious', 'Casual', 'Either']),
});
export type LookingFor = z.infer<typeof LookingFor>;

export const LocationPreference = z.enum(['NotMine', 'All']);
export type LocationPreference = z.infer<typeof LocationPreference>;

/** The account without its balance, as the identity service knows it. */
export const AccountView = z.object({
  userId: UserId,
  email: z.string(),
  name: z.string(),
  hasCompletedFirstAssessment: z.boolean(),
  hasMadeFirstProfile: z.boolean(),
  hasFirstLoggedIn: z.boolean(),
  hasFirstTested: z.boolean(),
  notificationNumber: z.int(),
  generalNotifNumber: z.int(),
  firstTestedDate: z.string().nullable(),
  approvedAssessor: z.boolean(),
  roles: z.array(Role),
});
export type AccountView = z.infer<typeof AccountView>;

/** The signed-in user, with the spendable balance in tokens. */
export const CurrentUser = AccountView.extend({ tokenCount: z.int() });
export type CurrentUser = z.infer<typeof CurrentUser>;
