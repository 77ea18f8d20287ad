import { z } from 'zod';
import { UserId } from '../ids.js';
import { defineEvent } from './envelope.js';

export const identityEvents = {
  UserRegistered: defineEvent(
    'identity',
    'UserRegistered',
    1,
    z.object({ userId: UserId, country: z.string().nullable() }),
  ),
  AssessorApproved: defineEvent(
    'identity',
    'AssessorApproved',
    1,
    z.object({ userId: UserId, passkeyName: z.string() }),
  ),
  LocationPreferenceChosen: defineEvent(
    'identity',
    'LocationPreferenceChosen',
    1,
    z.object({ userId: UserId, locationsPreference: z.enum(['NotMine', 'All']) }),
  ),
  /** Any change of what `get-user` shows: flags, notification counts, approval. */
  AccountChanged: defineEvent(
    'identity',
    'AccountChanged',
    1,
    z.object({ userId: UserId, notificationNumber: z.int(), generalNotifNumber: z.int() }),
  ),
} as const;
