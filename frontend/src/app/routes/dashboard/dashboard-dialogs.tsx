import type { Catalogue, CurrentUser } from '@candid/contracts';
import { lazy, Suspense } from 'react';
import { CommentViewDialog } from '../../../features/dashboard/components/dialogs/comment-view-dialog';
import { LocationDialog } from '../../../features/dashboard/components/dialogs/location-dialog';
import { LookingForDialog } from '../../../features/dashboard/components/dialogs/looking-for-dialog';
import { MoveDialogs } from '../../../features/dashboard/components/dialogs/move-dialogs';
import { NotificationsDialog } from '../../../features/dashboard/components/dialogs/notifications-dialog';
import type { PhotoMoves } from '../../../features/dashboard/hooks/use-photo-moves';
import { useLingering } from '../../../ui/sheet/use-lingering';

const FirstLogin = lazy(() => import('../../../features/dashboard/components/intro/first-login'));

export type DialogName = 'looking-for' | 'location' | 'notifications' | 'comment-view' | 'intro';

interface DashboardDialogsProps {
  shown: DialogName | null;
  user: CurrentUser | undefined;
  catalogue: Catalogue | undefined;
  moves: PhotoMoves;
  commentSection: number | undefined;
  onCommentSection: (sectionId: number | undefined) => void;
  onClose: () => void;
}

export function DashboardDialogs(props: DashboardDialogsProps) {
  const { shown, user, onClose } = props;
  const { question, ended } = props.moves;
  // What has just been answered or told is read first: a first assessment that starts over welcomes again.
  const firstTime = user?.hasFirstLoggedIn === false && question === null && ended === null;
  const intro = useLingering(firstTime || shown === 'intro' ? true : null);
  return (
    <>
      <LookingForDialog open={shown === 'looking-for'} onClose={onClose} />
      <LocationDialog open={shown === 'location'} onClose={onClose} />
      <NotificationsDialog open={shown === 'notifications'} count={user?.notificationNumber ?? 0} onClose={onClose} />
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
          <FirstLogin open={intro.open} firstTime={firstTime} balance={user.tokenCount} onClose={onClose} />
        </Suspense>
      )}
    </>
  );
}
