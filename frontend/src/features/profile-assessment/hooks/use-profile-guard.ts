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

/**
 * What moves of photos do to the profile assessment. `photos` are those in the planner and under assessment. A move keeps the guard
 * it began with, so that `settle` knows what ran before it.
 */
export function useProfileGuard(photos: readonly Photo[]) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const rounds = useOwnRounds().data ?? [];
  const standing = { rounds, photos };

  /** The server has ended it by now, and its figures stand still. */
  const refundOfEnded = async (groupId: string): Promise<number> => {
    const queryKey = keyOf(evaluationGroupsRoutes.listOwnGroups, { params: { userId } });
    await queryClient.refetchQueries({ queryKey });
    const ended = queryClient.getQueryData(queryKey)?.groups.find((round) => round.groupId === groupId);
    return ended && !ended.running ? unusedTokens(ended) : 0;
  };

  return {
    warningOf: (photo: Photo, to: Destination) => changeOf(photo, to, standing).warning,
    /** After the move: tokens that came back besides those of its own answer. A refund that cannot be told counts as none. */
    async settle(photo: Photo, to: Destination): Promise<number> {
      const { empties, endsRound } = changeOf(photo, to, standing);
      try {
        // Ends all that runs once no photo is left in the planner.
        if (empties) {
          const sent = { body: { userId }, idempotencyKey: newIdempotencyKey() };
          return (await call(assessmentSettingsRoutes.emptyProfileEndTesting, sent)).refundTokens;
        }
        if (to !== 'profile') return 0;
        // A photo that goes into the planner tells of no refund, neither of its own assessment nor of the profile's.
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

/** A photo that is away for its own assessment still belongs to the profile it goes back to. */
function belongsToProfile(photo: Pick<Photo, 'section' | 'placeholder'>): boolean {
  return photo.section === 'profile' || (photo.section === 'testing' && photo.placeholder === 'profile');
}

interface ProfileChange {
  /** The profile assessment that the move ends. */
  readonly endsRound: ProfileRound | undefined;
  /** No photo is left in the planner: whatever runs ends. */
  readonly empties: boolean;
  /** To ask with before the move; null where nothing ends. */
  readonly warning: string | null;
}

interface Standing {
  readonly rounds: readonly ProfileRound[];
  /** All that stand in the planner or are under assessment. */
  readonly photos: readonly Placed[];
}

/** What a photo's move means for the profile and for what is assessed of it. */
export function changeOf(photo: Placed, to: Destination, { rounds, photos }: Standing): ProfileChange {
  const leaves = to !== 'profile' && belongsToProfile(photo);
  const joins = to === 'profile' && !belongsToProfile(photo);
  const running = rounds.find((round) => round.running);
  const about = running?.photos.some(({ _id }) => _id === photo._id) === true;
  const endsRound = (leaves && about) || joins ? running : undefined;
  const others = photos.filter(({ _id }) => _id !== photo._id);
  const empties = leaves && !others.some(belongsToProfile);
  if (empties) {
    const own = photos.filter(({ section }) => section === 'testing');
    const tokens = own.reduce((sum, one) => sum + refundOf(one, PRODUCT.pricePerAssessorTokens), 0);
    const all = tokens + (running ? unusedTokens(running) : 0);
    return { endsRound: running, empties, warning: all > 0 ? profileAssessmentTexts.lastEnds(all) : null };
  }
  return { endsRound, empties, warning: endsRound ? profileAssessmentTexts.changeEnds(unusedTokens(endsRound)) : null };
}
