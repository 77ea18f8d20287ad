import { assessmentSettingsRoutes, evaluationGroupsRoutes, type Photo, PRODUCT } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { keyOf } from '../../../lib/query/use-read';
import { useUserId } from '../../../lib/session/use-session';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import { refundOf } from '../../../shared/scores/scores';
import { type ProfileRound, unusedTokens } from '../round-state';
import { useOwnRounds } from './use-profile-assessments';

/** `photos`: those in the planner or under assessment. `settle` uses the rounds of the render that created it. */
export function useProfileGuard(photos: readonly Photo[]) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const rounds = useOwnRounds().data ?? [];
  const standing = { rounds, photos };

  /** Returns the refund of an ended round. Call it only after the server has ended the round. */
  const refundOfEnded = async (groupId: string): Promise<number> => {
    const queryKey = keyOf(evaluationGroupsRoutes.listOwnGroups, { params: { userId } });
    await queryClient.refetchQueries({ queryKey });
    const ended = queryClient.getQueryData(queryKey)?.groups.find((round) => round.groupId === groupId);
    return ended && !ended.running ? unusedTokens(ended) : 0;
  };

  return {
    warningOf: (photo: Photo, to: Destination) => changeOf(photo, to, standing).warning,
    /** Returns the refunded tokens that the move's own answer did not include. An unreadable refund counts as 0. */
    async settle(photo: Photo, to: Destination): Promise<number> {
      const { empties, endsRound } = changeOf(photo, to, standing);
      try {
        if (empties) {
          const sent = { body: { userId }, idempotencyKey: newIdempotencyKey() };
          return (await call(assessmentSettingsRoutes.emptyProfileEndTesting, sent)).refundTokens;
        }
        if (to !== 'profile') return 0;
        // The answer to this move has no refunds: the photo's assessment ends, and the profile's may end, too.
        const own = photo.section === 'testing' ? refundOf(photo, PRODUCT.pricePerAssessorTokens) : 0;
        return own + (endsRound ? await refundOfEnded(endsRound.groupId) : 0);
      } catch (error) {
        console.error('What came back with the move is not known.', error);
        return 0;
      }
    },
  };
}

type Destination = 'profile' | 'bank' | 'deleted';

type Placed = Pick<Photo, '_id' | 'section' | 'placeholder' | 'testLimit' | 'testTimesRated'>;

/** True for a photo in the planner, and for a photo under assessment that returns there. */
function belongsToProfile(photo: Pick<Photo, 'section' | 'placeholder'>): boolean {
  return photo.section === 'profile' || (photo.section === 'testing' && photo.placeholder === 'profile');
}

interface Standing {
  readonly rounds: readonly ProfileRound[];
  readonly photos: readonly Placed[];
}

export function changeOf(photo: Placed, to: Destination, { rounds, photos }: Standing) {
  const leaves = to !== 'profile' && belongsToProfile(photo);
  const joins = to === 'profile' && !belongsToProfile(photo);
  const running = rounds.find((round) => round.running);
  const about = running?.photos.some(({ _id }) => _id === photo._id) === true;
  const endsRound = (leaves && about) || joins ? running : undefined;
  const others = photos.filter(({ _id }) => _id !== photo._id);
  // If no photo is left in the planner, all running assessments end.
  const empties = leaves && !others.some(belongsToProfile);
  if (empties) {
    const own = photos.filter(({ section }) => section === 'testing');
    const tokens = own.reduce((sum, one) => sum + refundOf(one, PRODUCT.pricePerAssessorTokens), 0);
    const all = tokens + (running ? unusedTokens(running) : 0);
    return { endsRound: running, empties, warning: all > 0 ? profileAssessmentTexts.lastEnds(all) : null };
  }
  return { endsRound, empties, warning: endsRound ? profileAssessmentTexts.changeEnds(unusedTokens(endsRound)) : null };
}
