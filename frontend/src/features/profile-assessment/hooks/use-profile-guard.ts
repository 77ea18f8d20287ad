import { type Photo, PRODUCT } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { queryKeys } from '../../../lib/query/keys';
import { refundOf } from '../../../lib/scores/scores';
import { useUserId } from '../../../lib/session/use-session';
import { endAllTesting } from '../api/emptied-planner';
import { type ProfileGroup, useOwnGroups } from '../api/groups';
import { unusedTokens } from './group-state';
import { changeOf, type Destination } from './profile-change';

/**
 * What moves of photos do to the profile assessment. `photos` are those in the planner and under assessment. A move keeps the guard
 * it began with, so that `settle` knows what ran before it.
 */
export function useProfileGuard(photos: readonly Photo[]) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const groups = useOwnGroups().data ?? [];
  const standing = { groups, photos };

  /** The server has ended it by now, and its figures stand still. */
  const refundOfEnded = async (groupId: string): Promise<number> => {
    await queryClient.refetchQueries({ queryKey: queryKeys.ownGroups() });
    const fresh = queryClient.getQueryData<ProfileGroup[]>(queryKeys.ownGroups());
    const ended = fresh?.find((group) => group.groupId === groupId);
    return ended && !ended.running ? unusedTokens(ended) : 0;
  };

  return {
    warningOf: (photo: Photo, to: Destination) => changeOf(photo, to, standing).warning,
    /** After the move: tokens that came back besides those of its own answer. A refund that cannot be told counts as none. */
    async settle(photo: Photo, to: Destination): Promise<number> {
      const { empties, endsGroup } = changeOf(photo, to, standing);
      try {
        if (empties) return await endAllTesting(userId, newIdempotencyKey());
        if (to !== 'profile') return 0;
        // A photo that goes into the planner tells of no refund, neither of its own assessment nor of the profile's.
        const own = photo.section === 'testing' ? refundOf(photo, PRODUCT.pricePerAssessorTokens) : 0;
        return own + (endsGroup ? await refundOfEnded(endsGroup.groupId) : 0);
      } catch (error) {
        console.error('What came back with the move is not known.', error);
        return 0;
      }
    },
  };
}

export type ProfileGuard = ReturnType<typeof useProfileGuard>;
