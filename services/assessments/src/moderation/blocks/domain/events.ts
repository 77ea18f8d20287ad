interface PersonOf {
  /** Whose stream it is. */
  userId: string;
}

/**
 * Whom a person does not want to meet, on stream `blocks-<userId>`: as an assessor and as an owner. Dates are ISO 8601 in UTC.
 */
export type BlocksEvent =
  /** The assessor is not shown this person; `ownerId` is the name that the assessor knows. */
  | { type: 'PersonBlocked'; data: PersonOf & { ownerId: string; blockedAt: string } }
  | { type: 'PersonUnblocked'; data: PersonOf & { ownerId: string; unblockedAt: string } }
  /** The owner is not shown to whoever gave one rating; each rating has a hide of its own, so that no two tell of one assessor. */
  | {
      type: 'HiddenFromAssessor';
      data: PersonOf & {
        hideId: string;
        assessorId: string;
        /** Null for a rating of a profile. */
        photoId: string | null;
        ratedAt: string;
        hiddenAt: string;
      };
    }
  | { type: 'ShownToAssessor'; data: PersonOf & { hideId: string; shownAt: string } }
  /** The assessor reported it and does not see it again; ids as the assessor knows them. */
  | { type: 'PhotoHidden'; data: PersonOf & { ownerId: string; photoId: string; hiddenAt: string } }
  /** The account is deleted: everybody's rows about it go. */
  | { type: 'BlocksForgotten'; data: PersonOf & { forgottenAt: string } };

export const blocksStreamId = (userId: string): string => `blocks-${userId}`;
