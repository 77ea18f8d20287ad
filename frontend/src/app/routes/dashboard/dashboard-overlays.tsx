import type { CurrentUser, Photo } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  CommentViewDialog,
  LocationDialog,
  LookingForDialog,
} from '../../../features/dashboard/components/dialogs/dashboard-dialogs';
import { MoveDialogs } from '../../../features/dashboard/components/dialogs/move-dialogs';
import { NotificationsDialog } from '../../../features/dashboard/components/dialogs/notifications-dialog';
import type { PhotoMoves } from '../../../features/dashboard/hooks/use-photo-moves';
import { firstAssessmentTokens } from '../../../features/dashboard/pool-gate';
import type { AcceptedRound } from '../../../features/profile-assessment/components/profile-setup';
import type { ProfileAssessments } from '../../../features/profile-assessment/hooks/use-profile-assessments';
import { unusedTokens } from '../../../features/profile-assessment/round-state';
import { profileReads } from '../../../lib/query/own-reads';
import { forget } from '../../../lib/query/use-read';
import { commonTexts } from '../../../lib/texts/common';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import { patchCurrentUser } from '../../../lib/user/current-user';
import { useCatalogue } from '../../../shared/comments/use-catalogue';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';
import { leaveSheets } from '../../../ui/sheet/close-on-back';
import { useLingering } from '../../../ui/sheet/use-lingering';
import { toastStore } from '../../../ui/toast/toast-store';
import { AddFlow } from './add-flow';
import { EarlierProfileDialog } from './earlier-profile-dialog';
import type { Submitted } from './profile-notices';
import type { AddFlowState } from './use-add-flow';
import type { ProfileArea } from './use-profile-area';

interface DashboardOverlaysProps {
  user: CurrentUser | undefined;
  moves: PhotoMoves;
  area: ProfileArea;
  adding: AddFlowState;
  dialog: DialogName | null;
  commentSection: number | undefined;
  onCommentSection: (sectionId: number | undefined) => void;
  onDialogClose: () => void;
  photos: readonly Photo[];
  onOpen: (photo: Photo) => void;
}

const FirstLogin = lazy(() => import('../../../features/dashboard/components/first-login'));

export type DialogName = 'looking-for' | 'location' | 'notifications' | 'comment-view' | 'intro';

/** All dialogs and sheets over the dashboard. They have their own chunk, so that the photos do not wait for them. */
export default function DashboardOverlays({ user, moves, area, adding, dialog, ...rest }: DashboardOverlaysProps) {
  const catalogue = useCatalogue().data;
  const onClose = rest.onDialogClose;
  const { question, ended } = moves;
  // A question, result or shared photo comes before the welcome, which appears again after a reset.
  const isFree = question === null && ended === null && adding.isIdle;
  const firstTime = user?.hasFirstLoggedIn === false && isFree;
  const intro = useLingering(firstTime || dialog === 'intro' ? true : null);
  return (
    <>
      <ProfileSheets area={area} user={user} />
      <AddFlow flow={adding} user={user} catalogue={catalogue} moves={moves} />
      <LookingForDialog open={dialog === 'looking-for'} onClose={onClose} />
      <LocationDialog open={dialog === 'location'} onClose={onClose} />
      <NotificationsDialog
        open={dialog === 'notifications'}
        count={user?.notificationNumber ?? 0}
        photos={rest.photos}
        onOpen={rest.onOpen}
        onClose={onClose}
      />
      <CommentViewDialog
        open={dialog === 'comment-view'}
        catalogue={catalogue}
        sectionId={rest.commentSection}
        onChoose={rest.onCommentSection}
        onClose={onClose}
      />
      <MoveDialogs user={user} moves={moves} />
      {user && intro.shown && (
        <Suspense>
          <FirstLogin
            open={intro.open}
            firstTime={firstTime}
            balance={user.tokenCount}
            cost={firstAssessmentTokens(user)}
            onClose={onClose}
          />
        </Suspense>
      )}
    </>
  );
}

const ProfileView = lazy(() => import('../../../features/profile-assessment/components/profile-view'));
const ProfileSetup = lazy(() => import('../../../features/profile-assessment/components/profile-setup'));

function ProfileSheets({ area, user }: { area: ProfileArea; user: CurrentUser | undefined }) {
  const { assessments, catalogue, photos, sheet, startSetUp } = area;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const setUp = useLingering(area.setUp);
  const view = useLingering(assessments.query.data ? sheet.shown : null);
  const round = assessments.rounds.find(({ groupId }) => groupId === view.shown) ?? assessments.current;

  const asked = setUp.shown?.round;
  // Uses the current state of the round, because the cost depends on how many assessors have finished meanwhile.
  const wanted = assessments.rounds.find(({ groupId }) => groupId === asked?.groupId) ?? asked;
  const isEarlier = wanted !== undefined && !wanted.isCurrentProfile && !wanted.running && !setUp.shown?.isRestored;

  const submitted = async ({ groupId, estimatedTime, newTokenCount }: AcceptedRound, startedRun: boolean) => {
    if (user) patchCurrentUser(queryClient, user.userId, { tokenCount: newTokenCount });
    await forget(queryClient, ...profileReads);
    area.endSetUp();
    if (!startedRun) return toastStore.show({ text: profileAssessmentTexts.updated });
    await leaveSheets();
    const state: Submitted = { evaluationSubmitted: true, groupId, estimatedTime };
    navigate('/profile', { state, replace: true });
    window.scrollTo({ top: 0 });
  };

  const short = () => {
    area.endSetUp();
    navigate('/pay', { state: { token_error: true } });
  };

  return (
    <>
      <Suspense>
        {view.shown && (
          <ProfileView
            open={view.open}
            round={round}
            photos={photos}
            catalogue={catalogue}
            assessments={assessments}
            onShow={({ groupId }) => sheet.show(groupId)}
            onSetUp={(phraseIds) => startSetUp({ round: round ?? assessments.current, phraseIds })}
            onClose={sheet.close}
          />
        )}
        {setUp.shown && user && isEarlier && (
          <EarlierProfileDialog
            open={setUp.open}
            user={user}
            round={wanted}
            rounds={assessments.rounds}
            onRestored={() => startSetUp({ ...setUp.shown, round: wanted, isRestored: true })}
            onCurrent={() => startSetUp({ round: assessments.current })}
            onClose={area.endSetUp}
          />
        )}
        {setUp.shown && user && catalogue && !isEarlier && (
          <ProfileSetup
            open={setUp.open}
            user={user}
            photos={photos}
            catalogue={catalogue}
            round={wanted}
            phraseIds={setUp.shown.phraseIds}
            onSubmitted={submitted}
            onShort={short}
            onClose={area.endSetUp}
          />
        )}
      </Suspense>
      <EndDialogs assessments={assessments} />
    </>
  );
}

function EndDialogs({ assessments }: { assessments: ProfileAssessments }) {
  const asked = useLingering(assessments.asking);
  const refund = useLingering(assessments.refundedTokens);
  return (
    <>
      <ConfirmDialog
        open={asked.open}
        danger
        title={profileAssessmentTexts.endTitle}
        text={<p>{profileAssessmentTexts.endText(asked.shown ? unusedTokens(asked.shown) : 0)}</p>}
        confirm={profileAssessmentTexts.end}
        cancel={profileAssessmentTexts.keep}
        busy={assessments.busy}
        problem={assessments.problem}
        onConfirm={assessments.end}
        onCancel={assessments.keep}
      />
      <ConfirmDialog
        open={refund.open}
        title={profileAssessmentTexts.refundTitle}
        text={<p>{profileAssessmentTexts.refunded(refund.shown ?? 0)}</p>}
        confirm={commonTexts.done}
        onConfirm={assessments.refundSeen}
      />
    </>
  );
}
