import { z } from 'zod';
import { AUDIENCE_AGES, BIRTH_BAND_YEARS, EARLIEST_BIRTH_BAND } from './ages.js';
import { LANGUAGES } from './constants.js';
import { isCountryCode } from './countries.js';
import { UserId } from './ids.js';

/**
 * A session carries staff roles only after the second factor, if that is required. Only `safety-lead` and `legal` may
 * open cases that were passed on as possible illegal content.
 */
export const STAFF_ROLES = ['support', 'moderator', 'safety-lead', 'legal'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
export const Role = z.enum(['user', 'assessor', ...STAFF_ROLES]);
export type Role = z.infer<typeof Role>;

export const isStaffRole = (role: Role): role is StaffRole => (STAFF_ROLES as readonly Role[]).includes(role);
export const isStaff = (roles: readonly Role[]): boolean => roles.some(isStaffRole);

export const LookingFor = z.object({
  gender: z.enum(['Man', 'Woman', 'All']),
  relationshipType: z.enum(['Serious', 'Casual', 'Either']),
});
export type LookingFor = z.infer<typeof LookingFor>;

const Age = z.int().min(AUDIENCE_AGES.min).max(AUDIENCE_AGES.max);

/** A null age means no limit. */
export const ProfileAudience = z.object({
  gender: LookingFor.shape.gender,
  ageFrom: Age.nullable(),
  ageTo: Age.nullable(),
});
export type ProfileAudience = z.infer<typeof ProfileAudience>;

/** The person's own view: nobody else sees the ages. */
export const OwnLookingFor = LookingFor.extend(ProfileAudience.shape);
export type OwnLookingFor = z.infer<typeof OwnLookingFor>;

export const ShownLookingFor = OwnLookingFor.partial({ ageFrom: true, ageTo: true });

/** An undefined field stays unchanged; null resets it to the default. */
export const LookingForChange = z.object({
  gender: LookingFor.shape.gender.nullish(),
  relationshipType: LookingFor.shape.relationshipType.nullish(),
  ageFrom: Age.nullish(),
  ageTo: Age.nullish(),
});

/** A field is null if the person prefers not to say. Nobody else sees the description. */
export const SelfDescription = z.object({
  gender: z.enum(['Man', 'Woman', 'Another']).nullable(),
  interestedIn: z.enum(['Men', 'Women', 'All']).nullable(),
  /** First year of the band: see `listBirthBands`. */
  bornFrom: z.int().min(EARLIEST_BIRTH_BAND).multipleOf(BIRTH_BAND_YEARS).nullable(),
});
export type SelfDescription = z.infer<typeof SelfDescription>;

export const LocationPreference = z.enum(['NotMine', 'All']);
export type LocationPreference = z.infer<typeof LocationPreference>;

export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

/** ISO 3166-1 alpha-2. */
export const CountryCode = z.string().refine(isCountryCode, 'Please choose a country from the list.');

/**
 * The kinds of mail that a person can switch off. Mails about the account itself cannot be switched off. A kind has
 * words (`letters.json` in identity), a sender (`send-mails.ts`, `subscribers.ts`) and texts in the app (`preferences.ts`).
 */
export const MailKind = z.enum(['firstRating', 'results', 'ended', 'profileResults', 'reportOutcome']);
export type MailKind = z.infer<typeof MailKind>;

export const MailPreferences = z.object({
  firstRating: z.boolean(),
  results: z.boolean(),
  ended: z.boolean(),
  profileResults: z.boolean(),
  reportOutcome: z.boolean(),
});
export type MailPreferences = z.infer<typeof MailPreferences>;

/** The kinds of push notification, each with its switch: assessors have rated, all results are in. */
export const PushKind = z.enum(['progress', 'results']);
export type PushKind = z.infer<typeof PushKind>;

/** A subscription as browsers serialise it; keys in base64url (RFC 8291). */
export const BrowserSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(1024),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
});
export type BrowserSubscription = z.infer<typeof BrowserSubscription>;

/** Content of a push message. The service worker writes the words. Contains no photo, score or name. */
export const PushNotice = z.object({
  kind: PushKind,
  /** Page that a click opens. */
  path: z.string(),
  /** Notifications of one tag replace each other. */
  tag: z.string(),
  /** Ratings so far of the photo with the fewest; only for `progress`. */
  progress: z.object({ rated: z.int(), limit: z.int() }).optional(),
});
export type PushNotice = z.infer<typeof PushNotice>;

export const AccountView = z.object({
  userId: UserId,
  email: z.string(),
  name: z.string(),
  /** Null if neither sign-up nor the person has named one. The app then follows the browser. */
  language: Language.nullable(),
  /** Time at which a mail came back. The address gets no more mails until the person confirms it. */
  emailBouncedAt: z.string().nullable(),
  hasCompletedFirstAssessment: z.boolean(),
  hasMadeFirstProfile: z.boolean(),
  hasFirstLoggedIn: z.boolean(),
  hasFirstTested: z.boolean(),
  notificationNumber: z.int(),
  generalNotifNumber: z.int(),
  firstTestedDate: z.string().nullable(),
  /** Price of the first assessment after a reset: the tokens that the reset returned. Null before a reset. */
  restartTokens: z.int().nullable(),
  approvedAssessor: z.boolean(),
  roles: z.array(Role),
});
export type AccountView = z.infer<typeof AccountView>;

export const CurrentUser = AccountView.extend({ tokenCount: z.int() });
export type CurrentUser = z.infer<typeof CurrentUser>;
