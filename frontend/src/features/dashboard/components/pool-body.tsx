import { type CurrentUser, type Photo as PhotoRecord, PRODUCT } from '@candid/contracts';
import { Clock, Pause, Plus, Settings2 } from 'lucide-react';
import { formatMinutes } from '../../../lib/format/format';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { decisionTexts } from '../../../lib/texts/decisions';
import { tokensTexts } from '../../../lib/texts/tokens';
import { ProgressRing } from '../../../shared/scores/progress-ring';
import { remainingMinutes } from '../../../shared/scores/scores';
import { TokenWays } from '../../../shared/tokens/token-ways';
import { Button } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Notice } from '../../../ui/notice/notice';
import { ScrollArea } from '../../../ui/scroll-area/scroll-area';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { type PhotoList, usePhotos } from '../hooks/use-photos';
import { moderationRefusal } from '../move-rules';
import { firstAssessmentTokens, type PoolGate } from '../pool-gate';
import styles from './assessment-pool.module.css';
import { AddTile, PhotoTile } from './photo-tile';

export interface PoolActs {
  onOpen: (photo: PhotoRecord) => void;
  onDone: (photo: PhotoRecord) => void;
  onAdd: () => void;
  /** Opens the start of an assessment with these stored photos. */
  onStartWith: (photos: readonly PhotoRecord[]) => void;
  onPlan: () => void;
  onSettings: () => void;
}

interface PoolBodyProps extends PoolActs {
  user: CurrentUser | undefined;
  photos: PhotoList;
  gate: PoolGate;
}

export function PoolBody({ user, photos, gate, ...acts }: PoolBodyProps) {
  if (photos.isLoadingError) {
    return (
      <div className={styles.body}>
        <LoadProblem text={dashboardTexts.loadFailed} onRetry={photos.refetch} />
      </div>
    );
  }
  if (!user || !photos.data) {
    return (
      <div className={styles.body}>
        <div className={classNames(styles.cards, styles.slots)}>
          <Skeleton shape="tile" />
          <Skeleton shape="tile" />
        </div>
      </div>
    );
  }
  if (photos.data.length === 0) {
    return <EmptyPool user={user} gate={gate} {...acts} />;
  }
  return (
    <div className={styles.body}>
      <ScrollArea direction="horizontal" frameClassName={styles.strip} className={styles.scroller}>
        <ul className={styles.cards}>
          {photos.data.map((photo, index) => (
            <li key={photo._id}>
              <PoolCard
                photo={photo}
                position={index + 1}
                choosesFirst={gate === 'planner'}
                onOpen={acts.onOpen}
                onDone={acts.onDone}
              />
            </li>
          ))}
          {gate === 'open' && (
            <li className={styles.slot}>
              <AddTile label={dashboardTexts.poolAdd} onAdd={acts.onAdd} />
            </li>
          )}
        </ul>
      </ScrollArea>
      {gate === 'planner' && (
        <>
          <p className={styles.text}>{dashboardTexts.poolBlocked}</p>
          <PlanButton user={user} onPlan={acts.onPlan} />
        </>
      )}
      {gate === 'waiting' && <p className={styles.text}>{dashboardTexts.firstResults}</p>}
      {gate === 'full' && <p className={styles.text}>{dashboardTexts.poolFull(PRODUCT.poolPhotosMax)}</p>}
      <SettingsButton onSettings={acts.onSettings} />
    </div>
  );
}

function SettingsButton({ onSettings }: Pick<PoolActs, 'onSettings'>) {
  return (
    <Button size="s" variant="quiet" className={styles.settings} icon={<Settings2 />} onClick={onSettings}>
      {dashboardTexts.settings}
    </Button>
  );
}

interface EmptyPoolProps extends PoolActs {
  user: CurrentUser;
  gate: PoolGate;
}

function EmptyPool({ user, gate, onAdd, onStartWith, onPlan, onSettings }: EmptyPoolProps) {
  const stored = (usePhotos('bank').data ?? []).filter((photo) => moderationRefusal(photo) === null);
  if (gate === 'planner') {
    return (
      <div className={styles.body}>
        <p className={styles.text}>{dashboardTexts.poolBlocked}</p>
        <PlanButton user={user} onPlan={onPlan} />
        <SettingsButton onSettings={onSettings} />
      </div>
    );
  }
  const first = !user.hasCompletedFirstAssessment;
  if (first && user.tokenCount < firstAssessmentTokens(user)) {
    return (
      <div className={styles.body}>
        <Notice tone="accent">
          {tokensTexts.firstShort(firstAssessmentTokens(user), user.tokenCount, user.approvedAssessor)}
        </Notice>
        <TokenWays isAssessor={user.approvedAssessor} isMain />
      </div>
    );
  }
  // After a reset of the first assessment, its photos are already in the bank.
  if (first && stored.length === PRODUCT.firstAssessmentPhotos) {
    return (
      <div className={styles.body}>
        <p className={styles.text}>{dashboardTexts.poolFirstStored}</p>
        <div className={styles.choices}>
          <Button onClick={onAdd}>{dashboardTexts.otherPhotos}</Button>
          <Button variant="primary" onClick={() => onStartWith(stored)}>
            {dashboardTexts.storedPhotos}
          </Button>
        </div>
      </div>
    );
  }
  if (!first) {
    return (
      <div className={styles.body}>
        <p className={styles.text}>{dashboardTexts.poolLater}</p>
        <SettingsButton onSettings={onSettings} />
      </div>
    );
  }
  return (
    <div className={styles.body}>
      <p className={styles.text}>{dashboardTexts.poolFirst}</p>
      <div className={classNames(styles.cards, styles.slots)}>
        <AddTile label={dashboardTexts.poolAdd} onAdd={onAdd} />
        <AddTile label={dashboardTexts.poolAdd} onAdd={onAdd} />
      </div>
      <Button variant="primary" block icon={<Plus />} onClick={onAdd}>
        {dashboardTexts.addPhotos}
      </Button>
    </div>
  );
}

function PlanButton({ user, onPlan }: Pick<EmptyPoolProps, 'user' | 'onPlan'>) {
  return (
    <Button variant="primary" block icon={<Plus />} onClick={onPlan}>
      {user.hasMadeFirstProfile ? dashboardTexts.choosePlanned : dashboardTexts.chooseFirst}
    </Button>
  );
}

interface PoolCardProps {
  photo: PhotoRecord;
  position: number;
  /** The owner has to choose a photo for the planner first, so the card offers nothing else. */
  choosesFirst: boolean;
  onOpen: (photo: PhotoRecord) => void;
  onDone: (photo: PhotoRecord) => void;
}

function PoolCard({ photo, position, choosesFirst, onOpen, onDone }: PoolCardProps) {
  const complete = photo.testTimesRated >= photo.testLimit;
  const minutes = remainingMinutes(photo.testLimit, photo.testTimesRated);
  return (
    <PhotoTile
      photo={photo}
      look="card"
      onOpen={onOpen}
      badge={<ProgressRing value={photo.testTimesRated} limit={photo.testLimit} />}
      caption={
        complete && choosesFirst ? null : complete ? (
          <div className={styles.buttons}>
            <Button size="s" aria-label={dashboardTexts.doneFor(position)} onClick={() => onDone(photo)}>
              {dashboardTexts.done}
            </Button>
            <Button size="s" aria-label={dashboardTexts.moreFor(position)} onClick={() => onOpen(photo)}>
              {dashboardTexts.more}
            </Button>
          </div>
        ) : photo.moderation === 'held' ? (
          <p className={styles.time}>
            <Pause aria-hidden="true" /> {decisionTexts.paused}
          </p>
        ) : (
          <p className={styles.time}>
            <Clock aria-hidden="true" /> {dashboardTexts.timeLeft(formatMinutes(minutes))}
          </p>
        )
      }
    />
  );
}
