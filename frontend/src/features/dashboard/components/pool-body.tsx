import { type CurrentUser, mailsRoutes, type Photo as PhotoRecord, PRODUCT } from '@candid/contracts';
import { Clock, Pause, Plus, Settings2 } from 'lucide-react';
import { useRead } from '../../../lib/query/use-read';
import { useUserId } from '../../../lib/session/use-session';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { photoStateTexts } from '../../../lib/texts/photo-states';
import { tokensTexts } from '../../../lib/texts/tokens';
import { waitingTexts } from '../../../lib/texts/waiting';
import { Photo } from '../../../shared/photos/photo';
import { tileSizes } from '../../../shared/photos/pictures';
import { expectedBy, expectedLine, type useExpected } from '../../../shared/scores/expected';
import { ProgressRing } from '../../../shared/scores/progress-ring';
import { TokenWays } from '../../../shared/tokens/token-ways';
import { Button } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Notice } from '../../../ui/notice/notice';
import { ScrollArea } from '../../../ui/scroll-area/scroll-area';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { type PhotoList, usePhotos } from '../hooks/use-photos';
import { isComplete, isRunning, moderationRefusal } from '../move-rules';
import { firstAssessmentTokens, type PoolGate } from '../pool-gate';
import { AddTile, PhotoTile } from './photo-tile';

const textClass = 'text-14 text-ink-soft';
const timeClass = 'flex items-center gap-1 text-13 font-medium text-ink-soft [&_svg]:size-3.5 [&_svg]:flex-none';
/** On a phone, three photos are in view, and a finger moves to the others. */
const cardsClass =
  'grid auto-cols-[clamp(104px,(100%-24px)/3,128px)] grid-flow-col gap-3 *:snap-start wide:auto-cols-auto wide:grid-flow-row wide:grid-cols-[repeat(auto-fill,minmax(104px,1fr))] wide:gap-y-4';
/** Takes the place of a time until the time has loaded, so that the photos do not move. */
const reservedLine = '\u00a0';

export interface PoolActs {
  onOpen: (photo: PhotoRecord) => void;
  onDone: (photo: PhotoRecord) => void;
  onAdd: () => void;
  onStartWith: (photos: readonly PhotoRecord[]) => void;
  onPlan: () => void;
  onSettings: () => void;
}

interface PoolBodyProps extends PoolActs {
  user: CurrentUser | undefined;
  photos: PhotoList;
  gate: PoolGate;
  waiting: ReturnType<typeof useExpected>;
  /** True if the pool has the main act of the page. */
  isMain: boolean;
}

export function PoolBody({ user, photos, gate, waiting, isMain, ...acts }: PoolBodyProps) {
  if (photos.isLoadingError) return <LoadProblem text={dashboardTexts.loadFailed} onRetry={photos.refetch} />;
  if (!user || !photos.data) {
    return (
      <div className={cardsClass}>
        <Skeleton shape="tile" />
        <Skeleton shape="tile" />
      </div>
    );
  }
  if (photos.data.length === 0) return <EmptyPool user={user} gate={gate} isMain={isMain} {...acts} />;
  const nextRating = expectedLine(photos.data, waiting.expected, waiting.now);
  if (gate === 'waiting') return <WaitingPool photos={photos.data} nextRating={nextRating} {...acts} />;
  const isOnlyRunning = photos.data.filter(isRunning).length === 1;
  return (
    <>
      <ScrollArea
        direction="horizontal"
        frameClassName="-mx-4 wide:mx-0"
        className="snap-x snap-proximity scroll-px-4 scrollbar-none px-4 py-0.5 wide:-m-0.5 wide:p-0.5"
      >
        <ul className={cardsClass}>
          {photos.data.map((photo, index) => (
            <li key={photo._id}>
              <PoolCard
                photo={photo}
                position={index + 1}
                // The sentence below the photos gives the time of a photo that runs alone.
                waiting={isOnlyRunning ? undefined : waiting}
                choosesFirst={gate === 'planner'}
                onOpen={acts.onOpen}
                onDone={acts.onDone}
              />
            </li>
          ))}
          {gate === 'open' && (
            <li>
              <AddTile label={dashboardTexts.poolAdd} onAdd={acts.onAdd} />
            </li>
          )}
        </ul>
      </ScrollArea>
      {gate === 'planner' && <PlannerFirst user={user} isMain={isMain} onPlan={acts.onPlan} />}
      {nextRating && <p className={textClass}>{nextRating}</p>}
      {gate === 'full' && <p className={textClass}>{dashboardTexts.poolFull(PRODUCT.poolPhotosMax)}</p>}
      <SettingsButton onSettings={acts.onSettings} />
    </>
  );
}

/** Returns why assessors do not see the photo; undefined if they do. */
function stoppedText({ moderation }: PhotoRecord): string | undefined {
  if (moderation === 'held') return photoStateTexts.paused;
  return moderation === 'crop-wanted' ? photoStateTexts.chips.cropWanted : undefined;
}

interface WaitingPoolProps extends Pick<PoolActs, 'onOpen' | 'onSettings'> {
  photos: readonly PhotoRecord[];
  /** Says when ratings are expected. */
  nextRating: string | undefined;
}

/** The photos of the first assessment, large, with the ratings that have come in and the time of the others. */
function WaitingPool({ photos, nextRating, onOpen, onSettings }: WaitingPoolProps) {
  return (
    <>
      {photos.some(isRunning) && (
        <div>
          <p className="font-medium">{nextRating ?? reservedLine}</p>
          <p className={textClass}>
            {waitingTexts.leave} <WhenMailed isRated={photos.some(({ testTimesRated }) => testTimesRated > 0)} />
          </p>
        </div>
      )}
      <ul className="grid grid-cols-2 gap-3 wide:gap-5">
        {photos.map((photo) => (
          <li key={photo._id}>
            <PhotoTile
              photo={photo}
              look="large"
              onOpen={onOpen}
              badge={<Progress photo={photo} />}
              caption={
                <p className="text-14 font-medium text-ink-soft tabular-nums">
                  {stoppedText(photo) ?? waitingTexts.rated(photo.testTimesRated, photo.testLimit)}
                </p>
              }
            />
          </li>
        ))}
      </ul>
      <SettingsButton onSettings={onSettings} />
    </>
  );
}

/** A complete ring is a small mark in the corner, so that it hides no face. */
const Progress = ({ photo }: { photo: PhotoRecord }) => (
  <span className={classNames('block', isComplete(photo) && 'origin-bottom-left scale-55')}>
    <ProgressRing value={photo.testTimesRated} limit={photo.testLimit} />
  </span>
);

/** Takes up the space of its sentence until the person's preferences have loaded. */
function WhenMailed({ isRated }: { isRated: boolean }) {
  const mails = useRead(mailsRoutes.getMailPreferences, { params: { userId: useUserId() } }).data?.mails;
  const { both, first, last, none } = waitingTexts.mails;
  if (!mails) return <span className="invisible">{isRated ? last : both}</span>;
  if (isRated || !mails.firstRating) return mails.results ? last : none;
  return mails.results ? both : first;
}

function SettingsButton({ onSettings }: Pick<PoolActs, 'onSettings'>) {
  return (
    <Button size="s" variant="quiet" className="-ml-4 justify-self-start" icon={<Settings2 />} onClick={onSettings}>
      {dashboardTexts.settings}
    </Button>
  );
}

interface EmptyPoolProps extends PoolActs, Pick<PoolBodyProps, 'gate' | 'isMain'> {
  user: CurrentUser;
}

function EmptyPool({ user, gate, isMain, onAdd, onStartWith, onPlan, onSettings }: EmptyPoolProps) {
  const stored = (usePhotos('bank').data ?? []).filter((photo) => moderationRefusal(photo) === null);
  if (gate === 'planner' || user.hasCompletedFirstAssessment) {
    return (
      <>
        {gate === 'planner' ? (
          <PlannerFirst user={user} isMain={isMain} onPlan={onPlan} />
        ) : (
          <p className={textClass}>{dashboardTexts.poolLater}</p>
        )}
        <SettingsButton onSettings={onSettings} />
      </>
    );
  }
  const cost = firstAssessmentTokens(user);
  if (user.tokenCount < cost) return <TooFewTokens user={user} cost={cost} />;
  if (stored.length === PRODUCT.firstAssessmentPhotos) {
    return (
      <>
        <p className={textClass}>{dashboardTexts.poolFirstStored(cost, user.restartTokens !== null)}</p>
        <div className={cardsClass}>
          {stored.map((photo) => (
            <Photo key={photo._id} source={photo} alt="" sizes={tileSizes} corners="small" />
          ))}
        </div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3">
          <Button onClick={onAdd}>{dashboardTexts.otherPhotos}</Button>
          <Button variant="primary" onClick={() => onStartWith(stored)}>
            {dashboardTexts.storedPhotos}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p className={textClass}>{dashboardTexts.poolFirst}</p>
      <div className={cardsClass}>
        <AddTile label={dashboardTexts.poolAdd} onAdd={onAdd} />
        <AddTile label={dashboardTexts.poolAdd} onAdd={onAdd} />
      </div>
      <Button variant="primary" block icon={<Plus />} onClick={onAdd}>
        {dashboardTexts.addPhotos}
      </Button>
    </>
  );
}

function TooFewTokens({ user, cost }: Pick<EmptyPoolProps, 'user'> & { cost: number }) {
  return (
    <>
      <Notice tone="accent">{tokensTexts.firstShort(cost, user.tokenCount, user.approvedAssessor)}</Notice>
      <TokenWays isAssessor={user.approvedAssessor} />
    </>
  );
}

function PlannerFirst({ user, isMain, onPlan }: Pick<EmptyPoolProps, 'user' | 'isMain' | 'onPlan'>) {
  return (
    <>
      <p className={textClass}>{dashboardTexts.poolBlocked}</p>
      <Button variant={isMain ? 'primary' : 'secondary'} block icon={<Plus />} onClick={onPlan}>
        {user.hasMadeFirstProfile ? dashboardTexts.choosePlanned : dashboardTexts.chooseFirst}
      </Button>
    </>
  );
}

interface PoolCardProps extends Pick<PoolActs, 'onOpen' | 'onDone'> {
  photo: PhotoRecord;
  position: number;
  /** Undefined if the card has no time. */
  waiting: PoolBodyProps['waiting'] | undefined;
  /** True if the owner must first choose a photo for the planner; the card then offers nothing else. */
  choosesFirst: boolean;
}

function PoolCard({ photo, position, waiting, choosesFirst, onOpen, onDone }: PoolCardProps) {
  const complete = isComplete(photo);
  const stopped = stoppedText(photo);
  const by = waiting && expectedBy([photo], waiting.expected, waiting.now);
  const keep = dashboardTexts.keep[photo.placeholder === 'profile' ? 'profile' : 'bank'];
  return (
    <PhotoTile
      photo={photo}
      onOpen={onOpen}
      badge={<Progress photo={photo} />}
      caption={
        complete && choosesFirst ? null : complete ? (
          <div className="grid gap-1 [&_button]:px-2">
            <Button
              size="s"
              aria-label={dashboardTexts.actOn(dashboardTexts.seeResults, position)}
              onClick={() => onOpen(photo)}
            >
              {dashboardTexts.seeResults}
            </Button>
            <Button size="s" aria-label={dashboardTexts.actOn(keep, position)} onClick={() => onDone(photo)}>
              {keep}
            </Button>
          </div>
        ) : stopped ? (
          <p className={timeClass}>
            <Pause aria-hidden="true" /> {stopped}
          </p>
        ) : waiting ? (
          <p className={timeClass}>
            {by && <Clock aria-hidden="true" />} {by ?? reservedLine}
          </p>
        ) : null
      }
    />
  );
}
