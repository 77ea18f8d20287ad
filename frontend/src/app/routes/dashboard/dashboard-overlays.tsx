import type { CurrentUser, Photo } from '@candid/contracts';
import { lazy, Suspense } from 'react';
import {
  CommentViewDialog,
  LocationDialog,
  LookingForDialog,
} from '../../../features/dashboard/components/dialogs/dashboard-dialogs';
import { MoveDialogs } from '../../../features/dashboard/components/dialogs/move-dialogs';
import { NotificationsDialog } from '../../../features/dashboard/components/dialogs/notifications-dialog';
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

const FirstLogin = lazy(() => import('../../../features/dashboard/components/intro/first-login'));

export type DialogName = 'looking-for' | 'location' | 'notifications' | 'comment-view' | 'intro';

/** All dialogs and sheets over the dashboard. They have their own chunk, so that the photos do not wait for them. */
export default function DashboardOverlays({ user, moves, area, adding, dialog, ...rest }: DashboardOverlaysProps) {
  const catalogue = useCatalogue().data;
  const onClose = rest.onDialogClose;
  const { question, ended } = moves;
  // An open question or result comes first: a first assessment that starts over shows the welcome again.
  const firstTime = user?.hasFirstLoggedIn === false && question === null && ended === null;
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
