import type { CurrentUser, Photo } from '@candid/contracts';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Notice } from '../../../ui/notice/notice';
import { Panel } from '../../../ui/panel/panel';
import { usePhotos } from '../api/photos';
import { useSuggestedOrder } from '../hooks/use-suggested-order';
import { AddTile } from './add-tile';
import { DropZone } from './drag/drop-zone';
import { GridSkeleton } from './grid-skeleton';
import { LoadProblem } from './load-problem';
import styles from './photo-grid.module.css';
import { PhotoTile } from './photo-tile';
import { PlaceBadge, SuggestedOrder } from './suggested-order';

interface ProfilePlannerProps {
  user: CurrentUser | undefined;
  /** The first photo has just been moved in. */
  allSet: boolean;
  onOpen: (photo: Photo) => void;
  onAdd: () => void;
  onLookingFor: () => void;
  /** Below the photos. */
  children?: ReactNode;
}

/** The photos that make up the dating profile. */
export function ProfilePlanner({ user, allSet, onOpen, onAdd, onLookingFor, children }: ProfilePlannerProps) {
  const photos = usePhotos('profile');
  const suggestion = useSuggestedOrder(photos.data ?? []);
  const tested = user?.hasFirstTested === true;
  const intro =
    !user || user.hasMadeFirstProfile ? null : tested ? dashboardTexts.plannerAskFirst : dashboardTexts.plannerIntro;
  return (
    <DropZone place="profile">
      <Panel
        title={dashboardTexts.planner}
        count={photos.data?.length || undefined}
        actions={<IconButton label={dashboardTexts.lookingForInfo} icon={<Info />} onClick={onLookingFor} />}
      >
        {allSet && (
          <div className={styles.notice}>
            <Notice tone="success">{dashboardTexts.allSet}</Notice>
          </div>
        )}
        {intro && <p className={styles.intro}>{intro}</p>}
        {photos.isPending && <GridSkeleton />}
        {photos.isLoadingError && <LoadProblem onRetry={() => photos.refetch()} />}
        {photos.data && (
          <div className={styles.grid}>
            {suggestion.photos.map((photo) => {
              const place = suggestion.places.get(photo._id);
              return (
                <PhotoTile
                  key={photo._id}
                  photo={photo}
                  onOpen={onOpen}
                  badge={place !== undefined && <PlaceBadge place={place} />}
                />
              );
            })}
            <AddTile label={dashboardTexts.plannerAdd} onAdd={onAdd} disabled={!tested} />
          </div>
        )}
        {suggestion.offered && (
          <SuggestedOrder
            shown={suggestion.shown}
            loading={suggestion.loading}
            failed={suggestion.failed}
            onToggle={suggestion.toggle}
            onRetry={suggestion.retry}
            compareTo={`/compare?photos=${suggestion.ratedIds.join(',')}`}
          />
        )}
        {children}
      </Panel>
    </DropZone>
  );
}
