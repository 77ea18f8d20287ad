import type { Photo } from '@candid/contracts';
import { CircleHelp } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { photosQuery, usePhotos } from '../../../features/dashboard/api/photos';
import { ArrangementProvider } from '../../../features/dashboard/components/arrangement';
import { AssessmentPool } from '../../../features/dashboard/components/assessment-pool';
import { CollectionSkeleton, PoolSkeleton } from '../../../features/dashboard/components/dashboard-skeleton';
import { DragBoard } from '../../../features/dashboard/components/drag/drag-board';
import { LoadProblem } from '../../../features/dashboard/components/load-problem';
import { PhotoBank } from '../../../features/dashboard/components/photo-bank';
import { ProfilePlanner } from '../../../features/dashboard/components/profile-planner';
import { type Place, refusalOf } from '../../../features/dashboard/hooks/move-rules';
import { usePhotoMoves } from '../../../features/dashboard/hooks/use-photo-moves';
import { usePoolGate } from '../../../features/dashboard/hooks/use-pool-gate';
import { ownGroupsQuery } from '../../../features/profile-assessment/api/groups';
import { AssessmentsPanel } from '../../../features/profile-assessment/components/assessments-panel';
import { useProfileGuard } from '../../../features/profile-assessment/hooks/use-profile-guard';
import { useQuiet } from '../../../lib/idle/use-quiet';
import { queryClientAhead } from '../../../lib/query/query-client-ahead';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Brand } from '../../../ui/brand/brand';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { MotionArea } from '../../../ui/motion/motion-area';
import { toastStore } from '../../../ui/toast/toast-store';
import { Screen } from '../../shell/screen';
import type { DialogName } from './dashboard-dialogs';
import { OpenedPhoto } from './opened-photo';
import { PlannerComments } from './planner-comments';
import styles from './profile.module.css';
import { SubmittedNotice } from './submitted-notice';
import { useAddFlow } from './use-add-flow';
import { useFirstLook } from './use-first-look';
import { useOpenedPhoto } from './use-opened-photo';
import { usePlacedPhotos } from './use-placed-photos';
import { useProfileArea } from './use-profile-area';

const DashboardOverlays = lazy(() => import('./dashboard-overlays'));

export async function prefetch(userId: string): Promise<void> {
  const client = queryClientAhead(userId);
  const sections = ['profile', 'bank', 'testing'] as const;
  const lists = sections.map((section) => client.prefetchQuery(photosQuery(section, userId)));
  await Promise.all([...lists, client.prefetchQuery(ownGroupsQuery(userId))]);
}

export default function ProfilePage() {
  const account = useCurrentUser();
  const user = account.data;
  const opened = useOpenedPhoto();
  const gate = usePoolGate(user);
  const adding = useAddFlow(user, gate);
  const moves = usePhotoMoves(opened.close, useProfileGuard(usePlacedPhotos()));
  const area = useProfileArea(user);
  const look = useFirstLook(account, area);
  const inPool = usePhotos('testing').data;
  // Without pictures there are none to wait for.
  const pictured = useQuiet(inPool?.length === 0 && area.photos.length === 0);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [commentSection, setCommentSection] = useState<number>();

  const refusal = useCallback((photo: Photo, place: Place) => refusalOf(photo, place, user, gate), [user, gate]);
  const drop = (photo: Photo, place: Place) => {
    if (place === 'testing') return adding.start(photo);
    const reason = refusal(photo, place);
    if (reason) return toastStore.show({ text: reason });
    if (place === 'profile') moves.putInProfile(photo);
    else moves.putInBank(photo);
  };

  return (
    <Screen title={dashboardTexts.title} width="wide">
      <div className={styles.top}>
        <span className={styles.brand}>
          <Brand />
        </span>
        <h1 className={styles.title}>{dashboardTexts.title}</h1>
        <IconButton label={dashboardTexts.howItWorks} icon={<CircleHelp />} onClick={() => setDialog('intro')} />
      </div>
      {account.isLoadingError && <LoadProblem onRetry={() => account.refetch()} />}
      <SubmittedNotice current={area.assessments.current} />
      {look === 'waiting' ? (
        <div className={styles.columns}>
          <div className={styles.collection}>
            <CollectionSkeleton />
          </div>
          <PoolSkeleton />
        </div>
      ) : (
        <MotionArea>
          <ArrangementProvider>
            <DragBoard refusalOf={refusal} onDrop={drop}>
              <div className={styles.columns}>
                <div className={styles.collection}>
                  <ProfilePlanner
                    user={user}
                    allSet={moves.firstProfileMade}
                    onOpen={opened.show}
                    onAdd={() => adding.pick('profile')}
                    onLookingFor={() => setDialog('looking-for')}
                  >
                    <PlannerComments area={area} />
                  </ProfilePlanner>
                  <AssessmentsPanel
                    assessments={area.assessments}
                    photos={area.photos}
                    onOpen={(group) => area.sheet.show(group?.groupId)}
                    onSetUp={(group) => area.startSetUp({ group })}
                  />
                  <PhotoBank
                    commentSection={commentSection}
                    onOpen={opened.show}
                    onAdd={() => adding.pick('bank')}
                    onUpload={() => adding.pick('unrated')}
                    onFilter={() => setDialog('comment-view')}
                  />
                </div>
                <AssessmentPool
                  user={user}
                  onOpen={opened.show}
                  onDone={moves.finish}
                  onAdd={() => adding.start()}
                  onPlan={() => adding.pick('profile')}
                  onBell={() => setDialog('notifications')}
                  onSettings={() => setDialog('location')}
                />
              </div>
            </DragBoard>
          </ArrangementProvider>
        </MotionArea>
      )}
      <OpenedPhoto
        opened={opened}
        user={user}
        moves={moves}
        onAssess={(photo, phraseIds) => {
          opened.close();
          adding.start(photo, phraseIds);
        }}
      />
      {look === 'ready' && pictured && (
        <Suspense>
          <DashboardOverlays
            user={user}
            moves={moves}
            area={area}
            adding={adding}
            dialog={dialog}
            commentSection={commentSection}
            onCommentSection={setCommentSection}
            onDialogClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </Screen>
  );
}
