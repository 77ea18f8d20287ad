import { type CurrentUser, evaluationGroupsRoutes, type Photo as PhotoRecord, photosRoutes } from '@candid/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Bell, CircleHelp } from 'lucide-react';
import { lazy, Suspense, startTransition, useCallback, useEffect, useState } from 'react';
import { ArrangementProvider } from '../../../features/dashboard/components/arrangement';
import { AssessmentPool } from '../../../features/dashboard/components/assessment-pool';
import { CollectionSkeleton, PoolSkeleton } from '../../../features/dashboard/components/dashboard-skeleton';
import { DragBoard } from '../../../features/dashboard/components/drag/drag-board';
import { PhotoBank } from '../../../features/dashboard/components/photo-bank';
import { ProfilePlanner } from '../../../features/dashboard/components/profile-planner';
import { type PhotoMoves, usePhotoMoves } from '../../../features/dashboard/hooks/use-photo-moves';
import { usePhotos } from '../../../features/dashboard/hooks/use-photos';
import { isComplete, isUnlocked, type Place, refusalOf } from '../../../features/dashboard/move-rules';
import { poolLeads, usePoolGate } from '../../../features/dashboard/pool-gate';
import { AssessmentsPanel } from '../../../features/profile-assessment/components/assessments-panel';
import { ProfileComments } from '../../../features/profile-assessment/components/profile-comments';
import { useProfileGuard } from '../../../features/profile-assessment/hooks/use-profile-guard';
import { useQuiet } from '../../../lib/idle/quiet';
import { queryClientAhead } from '../../../lib/query/query-client';
import { readOf } from '../../../lib/query/use-read';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { useCurrentUser } from '../../../lib/user/current-user';
import { useCatalogue } from '../../../shared/comments/use-catalogue';
import { Brand } from '../../../ui/brand/brand';
import { Button } from '../../../ui/button/button';
import { useWide } from '../../../ui/dom/use-wide';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { MotionArea } from '../../../ui/motion/motion-area';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { useLingering } from '../../../ui/sheet/use-lingering';
import { toastStore } from '../../../ui/toast/toast-store';
import { Screen } from '../../shell/screen';
import type { DialogName } from './dashboard-overlays';
import {
  FirstResultsPlace,
  FirstSteps,
  FirstWeekPlace,
  MeanwhilePlace,
  offersFirstResults,
  SubmittedNotice,
} from './profile-notices';
import { type AddFlowState, useAddFlow } from './use-add-flow';
import { useAddressedSheet } from './use-addressed-sheet';
import { type ProfileArea, unasked, useProfileArea } from './use-profile-area';

const columnsClass =
  '-mb-8 flex flex-1 flex-col wide:mb-0 wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(340px,400px)] wide:items-start wide:gap-10';
const collectionClass = 'grid grid-cols-1 content-start gap-2 pb-6 wide:pt-4';

const DashboardOverlays = lazy(() => import('./dashboard-overlays'));
const DecisionNews = lazy(() => import('./decision-news'));
const AskForPush = lazy(() => import('../../../features/push/ask-for-push'));

export async function prefetch(userId: string): Promise<void> {
  const client = queryClientAhead(userId);
  const sections = ['profile', 'bank', 'testing'] as const;
  const lists = sections.map((section) =>
    client.prefetchQuery(readOf(photosRoutes.listPhotos, { params: { section, userId } })),
  );
  const rounds = client.prefetchQuery(readOf(evaluationGroupsRoutes.listOwnGroups, { params: { userId } }));
  await Promise.all([...lists, rounds]);
}

export default function ProfilePage() {
  const account = useCurrentUser();
  const user = account.data;
  const opened = useAddressedSheet('photo');
  const openPhoto = ({ _id }: PhotoRecord) => opened.show(_id);
  const gate = usePoolGate(user);
  const adding = useAddFlow(user, gate);
  const area = useProfileArea(user);
  const { current } = area.assessments;
  const inPool = usePhotos('testing').data;
  const inBank = usePhotos('bank').data;
  // Includes photos under assessment, because they may belong to the planner.
  const placed = [...area.photos, ...(inPool ?? [])];
  const photos = [...placed, ...(inBank ?? [])];
  const moves = usePhotoMoves(opened.close, useProfileGuard(placed));
  const isReady = useFirstLook(account, area);
  const wide = useWide();
  const isWaiting = inPool?.some((photo) => !isComplete(photo)) === true;
  const waits = gate === 'waiting';
  const leads = user !== undefined && poolLeads(user, gate);
  const [resultsHidden, setResultsHidden] = useState(false);
  const offersResults = !resultsHidden && offersFirstResults(user, photos);
  const isEmpty = user?.hasFirstTested === false && inPool?.length === 0 && inBank?.length === 0;
  // If there are no photos, there is no picture to wait for.
  const pictured = useQuiet(inPool?.length === 0 && area.photos.length === 0);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [commentSection, setCommentSection] = useState<number>();

  const refusal = useCallback((photo: PhotoRecord, place: Place) => refusalOf(photo, place, user, gate), [user, gate]);
  const drop = (photo: PhotoRecord, place: Place) => {
    if (place === 'testing') return adding.start(photo);
    const reason = refusal(photo, place);
    if (reason) return toastStore.show({ text: reason });
    if (place === 'profile') moves.putInProfile(photo);
    else moves.putInBank(photo);
  };

  const pool = (
    <AssessmentPool
      user={user}
      docked={!wide && !leads}
      isMain={!offersResults}
      onOpen={openPhoto}
      onDone={moves.finish}
      onAdd={() => adding.start()}
      onStartWith={adding.startWith}
      onPlan={() => adding.pick('profile')}
      onSettings={() => setDialog('location')}
    />
  );
  const meanwhile = waits && (
    <MeanwhilePlace
      isAssessor={user?.approvedAssessor === true}
      onLookingFor={() => setDialog('looking-for')}
      onUpload={() => adding.pick('unrated')}
    />
  );
  const setUpCurrent = () => area.startSetUp({ round: current });
  const comments = (
    <ProfileComments
      assessments={area.assessments}
      photos={area.photos}
      catalogue={area.catalogue}
      onOpen={() => area.sheet.show(current?.groupId ?? unasked)}
      onSettings={setUpCurrent}
      onRequest={setUpCurrent}
      onEnd={() => current && area.assessments.askToEnd(current)}
      onDone={() => current && void area.assessments.confirm(current)}
    />
  );
  const earlier = (
    <AssessmentsPanel
      assessments={area.assessments}
      onOpen={(round) => area.sheet.show(round.groupId)}
      onSetUp={(round) => area.startSetUp({ round })}
    />
  );

  return (
    <Screen title={dashboardTexts.title} width="wide">
      <div className="-mr-2.5 flex min-h-14 flex-wrap items-center justify-between gap-x-3 wide:min-h-0 wide:pt-8">
        <span className="inline-flex wide:hidden">
          <Brand />
        </span>
        <h1 className="max-wide:sr-only">{dashboardTexts.title}</h1>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
          {(user?.hasFirstTested || inPool?.length !== 0) && isReady && (
            <NotificationsButton count={user?.notificationNumber ?? 0} onPress={() => setDialog('notifications')} />
          )}
          <IconButton label={dashboardTexts.howItWorks} icon={<CircleHelp />} onClick={() => setDialog('intro')} />
        </div>
      </div>
      {account.isLoadingError && <LoadProblem text={dashboardTexts.loadFailed} onRetry={account.refetch} />}
      <SubmittedNotice current={current} />
      {isReady && pictured && (
        <Suspense>
          <DecisionNews />
        </Suspense>
      )}
      {!isReady ? (
        <div className={columnsClass}>
          <div className={collectionClass}>
            <CollectionSkeleton />
          </div>
          <PoolSkeleton />
        </div>
      ) : (
        <MotionArea>
          <ArrangementProvider>
            <DragBoard refusalOf={refusal} onDrop={drop}>
              <div className={columnsClass}>
                <div className={collectionClass}>
                  {isEmpty && <FirstSteps user={user} />}
                  <FirstResultsPlace
                    user={user}
                    photos={photos}
                    onChoose={() => adding.pick('profile')}
                    onHide={() => setResultsHidden(true)}
                  />
                  {(waits || (!wide && leads)) && pool}
                  {/* The question appears late, and therefore below the photos that the owner waits for. */}
                  {isWaiting && pictured && (
                    <Suspense>
                      <AskForPush />
                    </Suspense>
                  )}
                  {!wide && meanwhile}
                  <FirstWeekPlace
                    user={user}
                    photos={photos}
                    planned={area.photos.length}
                    rounds={area.assessments.query.data?.length}
                    onAdd={() => adding.start()}
                    onChoose={() => adding.pick('profile')}
                    onAsk={setUpCurrent}
                  />
                  <ProfilePlanner
                    user={user}
                    allSet={moves.firstProfileMade}
                    folded={waits}
                    onOpen={openPhoto}
                    onAdd={() => adding.pick('profile')}
                    onLookingFor={() => setDialog('looking-for')}
                  >
                    {!wide && comments}
                  </ProfilePlanner>
                  {!wide && earlier}
                  <PhotoBank
                    commentSection={commentSection}
                    canAdd={isUnlocked(user)}
                    folded={waits}
                    onOpen={openPhoto}
                    onAdd={() => adding.pick('bank')}
                    onUpload={() => adding.pick('unrated')}
                    onFilter={() => setDialog('comment-view')}
                  />
                </div>
                {wide ? (
                  <div
                    ref={measureHeight}
                    className="wide:sticky wide:top-[min(92px,100dvh-var(--side-height,0px)-20px)] wide:grid wide:grid-cols-1 wide:gap-2 wide:pt-4"
                  >
                    {meanwhile || pool}
                    {comments}
                    {earlier}
                  </div>
                ) : (
                  !leads && pool
                )}
              </div>
            </DragBoard>
          </ArrangementProvider>
        </MotionArea>
      )}
      <OpenedPhoto opened={opened} user={user} moves={moves} adding={adding} />
      {isReady && pictured && (
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
            photos={photos}
            onOpen={openPhoto}
          />
        </Suspense>
      )}
    </Screen>
  );
}

const PhotoView = lazy(() => import('../../../features/dashboard/components/photo-view/photo-view'));

interface OpenedPhotoProps {
  opened: ReturnType<typeof useAddressedSheet>;
  user: CurrentUser | undefined;
  moves: PhotoMoves;
  adding: AddFlowState;
}

function OpenedPhoto({ opened, user, moves, adding }: OpenedPhotoProps) {
  const sections = [usePhotos('testing').data, usePhotos('profile').data, usePhotos('bank').data];
  const section = sections.find((photos) => photos?.some(({ _id }) => _id === opened.shown));
  const photo = section?.find(({ _id }) => _id === opened.shown);
  const view = useLingering(photo ?? null);
  const catalogue = useCatalogue(view.shown !== null).data;
  if (!view.shown) return null;
  return (
    <Suspense>
      <PhotoView
        open={view.open}
        photo={view.shown}
        neighbours={section ?? []}
        user={user}
        catalogue={catalogue}
        moves={moves}
        onShow={({ _id }) => opened.show(_id)}
        onClose={opened.close}
        onAssess={async (assessed, phraseIds) => {
          await opened.close();
          adding.start(assessed, phraseIds);
        }}
        onCropAgain={async (cropped) => {
          await opened.close();
          adding.cropAgain(cropped);
        }}
      />
    </Suspense>
  );
}

function NotificationsButton({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <Button
      size="s"
      variant="quiet"
      icon={<Bell />}
      aria-label={count > 0 ? dashboardTexts.newNotifications(count) : undefined}
      onClick={onPress}
    >
      {dashboardTexts.notifications}{' '}
      {count > 0 && (
        <span className="min-w-5 flex-none rounded-pill bg-accent px-1.5 text-13 leading-5 font-heavy text-on-accent tabular-nums">
          {count}
        </span>
      )}
    </Button>
  );
}

/** Passes the height of the sticky column to the style sheet. */
function measureHeight(column: HTMLElement | null): (() => void) | undefined {
  if (!column) return undefined;
  const sizes = new ResizeObserver(() => column.style.setProperty('--side-height', `${column.offsetHeight}px`));
  sizes.observe(column);
  return () => sizes.disconnect();
}

/** True once every list that takes up space on the dashboard has loaded or failed. */
function useFirstLook(account: UseQueryResult<CurrentUser>, { assessments }: ProfileArea): boolean {
  const lists = [usePhotos('profile'), usePhotos('bank'), usePhotos('testing')];
  const profilePending = account.data?.hasMadeFirstProfile === true && assessments.query.isPending;
  const pending = account.isPending || profilePending || lists.some(({ isPending }) => isPending);
  // Data that is requested later, such as the assessments of a first profile, appears without hiding the page again.
  const [isReady, setIsReady] = useState(!pending);
  useEffect(() => {
    // Rendering the dashboard is slow. A transition splits the work, so that a slow phone still reacts to touches.
    if (!pending) startTransition(() => setIsReady(true));
  }, [pending]);
  return isReady;
}
