import { type CurrentUser, identityRoutes, type Photo, photosRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { usePhotos } from '../../../features/dashboard/hooks/use-photos';
import { refusalOf } from '../../../features/dashboard/move-rules';
import { type ProfileRound, unusedTokens } from '../../../features/profile-assessment/round-state';
import { call } from '../../../lib/api/call';
import { messageOf } from '../../../lib/api/errors';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { photoReads, profileReads } from '../../../lib/query/own-reads';
import { useAction } from '../../../lib/query/use-act';
import { forget } from '../../../lib/query/use-read';
import { commonTexts } from '../../../lib/texts/common';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';

interface EarlierProfileDialogProps {
  open: boolean;
  user: CurrentUser;
  round: ProfileRound;
  rounds: readonly ProfileRound[];
  onRestored: () => void;
  onCurrent: () => void;
  onClose: () => void;
}

/** Only the planner's photos are assessed together, so an earlier profile's photos must first move there. */
export function EarlierProfileDialog({ open, user, round, rounds, ...answers }: EarlierProfileDialogProps) {
  const queryClient = useQueryClient();
  const lists = [usePhotos('profile').data, usePhotos('bank').data, usePhotos('testing').data];
  const restoring = useAction(async ({ joining, leaving }: Moves<Photo>) => {
    try {
      // Adds photos before it removes others, because an empty planner would end all assessments.
      for (const photo of joining) await call(photosRoutes.setProfile, moveOf(photo));
      for (const photo of leaving) await call(photosRoutes.deactivate, moveOf(photo));
    } finally {
      await forget(queryClient, ...photoReads, identityRoutes.getUser, ...profileReads);
    }
  }, answers.onRestored);

  if (lists.includes(undefined)) return null;
  const photoIds = round.photos.map(({ _id }) => _id);
  const photos = lists.flatMap((list) => list ?? []);
  const plan = restoredProfile(photoIds, photos);
  const obstacle = obstacleOf(plan, user);
  if (obstacle !== null || !('joining' in plan))
    return (
      <ConfirmDialog
        open={open}
        title={texts.cannotRestoreTitle}
        text={<p>{obstacle}</p>}
        confirm={texts.requestCurrent}
        cancel={commonTexts.close}
        onConfirm={answers.onCurrent}
        onCancel={answers.onClose}
      />
    );
  const running = rounds.find((one) => one.running);
  return (
    <ConfirmDialog
      open={open}
      title={texts.restoreTitle}
      text={
        <>
          <p>{texts.restore(plan.joining.length, plan.leaving.length)}</p>
          {running && <p>{texts.changeEnds(unusedTokens(running))}</p>}
        </>
      }
      confirm={restoring.busy ? texts.restoring : texts.restoreConfirm}
      cancel={commonTexts.cancel}
      busy={restoring.busy}
      problem={restoring.error === null ? undefined : messageOf(restoring.error)}
      onConfirm={() => void restoring.run(plan).catch(() => undefined)}
      onCancel={answers.onClose}
    />
  );
}

const moveOf = ({ _id }: Photo) => ({ params: { photoId: _id }, idempotencyKey: newIdempotencyKey() });

interface Moves<Of> {
  readonly joining: readonly Of[];
  readonly leaving: readonly Of[];
}

function obstacleOf(plan: ReturnType<typeof restoredProfile<Photo>>, user: CurrentUser): string | null {
  if ('obstacle' in plan) return plan.obstacle === 'gone' ? texts.photoGone : texts.photoAssessed;
  const [reason] = plan.joining.flatMap((photo) => refusalOf(photo, 'profile', user) ?? []);
  return reason === undefined ? null : texts.photoRefused(reason);
}

type Placed = Pick<Photo, '_id' | 'section' | 'placeholder'>;

/** Returns the moves that restore an earlier profile, or what prevents them. `photos` are all photos of the person. */
export function restoredProfile<Of extends Placed>(
  photoIds: readonly string[],
  photos: readonly Of[],
): Moves<Of> | { readonly obstacle: 'gone' | 'assessed' } {
  const wanted = photoIds.flatMap((photoId) => photos.find(({ _id }) => _id === photoId) ?? []);
  if (wanted.length < photoIds.length) return { obstacle: 'gone' };
  const leaving = photos.filter((photo) => isPlanned(photo) && !photoIds.includes(photo._id));
  const joining = wanted.filter((photo) => !isPlanned(photo));
  if ([...leaving, ...joining].some(({ section }) => section === 'testing')) return { obstacle: 'assessed' };
  return { joining, leaving };
}

/** True for a photo in the planner, and for a photo under assessment that returns there afterwards. */
const isPlanned = ({ section, placeholder }: Placed): boolean =>
  section === 'profile' || (section === 'testing' && placeholder === 'profile');
