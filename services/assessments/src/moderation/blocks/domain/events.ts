interface PersonOf {
  /** Id of the person who owns the stream. */
  userId: string;
}

/**
 * Blocks and hides of a person, as an assessor and as an owner, on stream `blocks-<userId>`. Dates are ISO 8601 in UTC.
 */
export type BlocksEvent =
  /** The assessor no longer sees this person; `ownerId` is the id that the assessor knows. */
  | { type: 'PersonBlocked'; data: PersonOf & { ownerId: string; blockedAt: string } }
  | { type: 'PersonUnblocked'; data: PersonOf & { ownerId: string; unblockedAt: string } }
  /**
   * The assessor of one rating no longer sees the owner. Each rating has a hide of its own, so that two hides never
   * reveal that they concern the same assessor.
   */
  | {
      type: 'HiddenFromAssessor';
      data: PersonOf & {
        hideId: string;
        assessorId: string;
        /** Photo id; null for a rating of a profile. */
        photoId: string | null;
        ratedAt: string;
        hiddenAt: string;
      };
    }
  | { type: 'ShownToAssessor'; data: PersonOf & { hideId: string; shownAt: string } }
  /** The assessor reported the photo and does not see it again; ids as the assessor knows them. */
  | { type: 'PhotoHidden'; data: PersonOf & { ownerId: string; photoId: string; hiddenAt: string } }
  /** The account is deleted: removes all rows that concern it. */
  | { type: 'BlocksForgotten'; data: PersonOf & { forgottenAt: string } };

export const blocksStreamId = (userId: string): string => `blocks-${userId}`;
