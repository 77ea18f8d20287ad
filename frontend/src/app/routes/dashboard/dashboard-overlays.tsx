import type { Catalogue, CurrentUser, Photo } from '@candid/contracts';
import { lazy, Suspense } from 'react';
import { CommentViewDialog } from '../../../features/dashboard/components/dialogs/comment-view-dialog';
import { MoveDialogs } from '../../../features/dashboard/components/dialogs/move-dialogs';
import { NotificationsDialog } from '../../../features/dashboard/components/dialogs/notifications-dialog';
import { LocationDialog, LookingForDialog } from '../../../features/dashboard/components/dialogs/preference-dialogs';
import type { PhotoMoves } from '../../../features/dashboard/hooks/use-photo-moves';
import { firstAssessmentTokens } from '../../../features/dashboard/pool-gate';
import { useCatalogue } from '../../../shared/comments/use-catalogue';
import { useLingering } from '../../../ui/sheet/use-lingering';
import { AddFlow } from './add-flow';
import { ProfileSheets } from './profile-sheets';
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

/** All dialogs and sheets over the dashboard. They have their own chunk, so that the photos do not wait for them. */
export default function DashboardOverlays({ user, moves, area, adding, ...dialogs }: DashboardOverlaysProps) {
  const catalogue = useCatalogue().data;
  return (
    <>
      <ProfileSheets area={area} user={user} />
      <AddFlow flow={adding} user={user} catalogue={catalogue} moves={moves} />
      <DashboardDialogs
        shown={dialogs.dialog}
        user={user}
        catalogue={catalogue}
        moves={moves}
        commentSection={dialogs.commentSection}
        onCommentSection={dialogs.onCommentSection}
        photos={dialogs.photos}
        onOpen={dialogs.onOpen}
        onClose={dialogs.onDialogClose}
      />
    </>
  );
}

const FirstLogin = lazy(() => import('../../../features/dashboard/components/intro/first-login'));

export type DialogName = 'looking-for' | 'location' | 'notifications' | 'comment-view' | 'intro';

interface DashboardDialogsProps {
  shown: DialogName | null;
  user: CurrentUser | undefined;
  catalogue: Catalogue | undefined;
  moves: PhotoMoves;
  commentSection: number | undefined;
  onCommentSection: (sectionId: number | undefined) => void;
  photos: readonly Photo[];
  onOpen: (photo: Photo) => void;
  onClose: () => void;
}

function DashboardDialogs(props: DashboardDialogsProps) {
  const { shown, user, onClose } = props;
  const { question, ended } = props.moves;
  // An open question or result comes first: a first assessment that starts over shows the welcome again.
  const firstTime = user?.hasFirstLoggedIn === false && question === null && ended === null;
  const intro = useLingering(firstTime || shown === 'intro' ? true : null);
  return (
    <>
      <LookingForDialog open={shown === 'looking-for'} onClose={onClose} />
      <LocationDialog open={shown === 'location'} onClose={onClose} />
      <NotificationsDialog
        open={shown === 'notifications'}
        count={user?.notificationNumber ?? 0}
        photos={props.photos}
        onOpen={props.onOpen}
        onClose={onClose}
      />
      <CommentViewDialog
        open={shown === 'comment-view'}
        catalogue={props.catalogue}
        sectionId={props.commentSection}
        onChoose={props.onCommentSection}
        onClose={onClose}
      />
      <MoveDialogs user={user} moves={props.moves} />
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
