import type { Photo } from '@candid/contracts';
import { ListFilter } from 'lucide-react';
import { useQuiet } from '../../../lib/idle/quiet';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { CommentDisplay } from '../../../shared/comments/comment-display';
import { useCatalogue } from '../../../shared/comments/use-catalogue';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Panel } from '../../../ui/panel/panel';
import { usePhotos } from '../hooks/use-photos';
import { GridSkeleton } from './dashboard-skeleton';
import { DropZone } from './drag/drag-board';
import { AddTile, gridClass, PhotoTile } from './photo-tile';

const isRated = ({ timesRated }: Photo): boolean => timesRated > 0;

interface PhotoBankProps {
  /** Section whose comments appear under the photos; undefined for all sections. */
  commentSection: number | undefined;
  /** True once there is a first profile; rated photos may then be moved to the bank. */
  canAdd: boolean;
  folded: boolean;
  onOpen: (photo: Photo) => void;
  onAdd: () => void;
  onUpload: () => void;
  onFilter: () => void;
}

export function PhotoBank({ commentSection, canAdd, folded, onOpen, onAdd, onUpload, onFilter }: PhotoBankProps) {
  const photos = usePhotos('bank');
  const catalogue = useCatalogue(useQuiet(false)).data;
  const rated = photos.data?.filter(isRated) ?? [];
  const hasScores = [usePhotos('profile'), usePhotos('testing')].some(({ data }) => data?.some(isRated));
  const unrated = photos.data?.filter((photo) => photo.timesRated === 0) ?? [];
  return (
    <DropZone place="bank">
      <Panel
        key={String(folded)}
        title={dashboardTexts.bank}
        folded={folded}
        count={photos.data?.length || undefined}
        actions={<IconButton label={dashboardTexts.filterComments} icon={<ListFilter />} onClick={onFilter} />}
      >
        {photos.isLoadingError ? (
          <LoadProblem text={dashboardTexts.loadFailed} onRetry={photos.refetch} />
        ) : (
          <>
            {(rated.length > 0 || canAdd || !hasScores) && (
              <Panel title={dashboardTexts.rated} level={3}>
                {photos.isPending && <GridSkeleton />}
                {photos.data && rated.length === 0 && !hasScores && (
                  <div className="grid gap-1 pt-1 pb-3 text-14 text-ink-soft [&_strong]:text-16 [&_strong]:font-medium [&_strong]:text-ink">
                    <strong>{dashboardTexts.noRated}</strong>
                    <span>{dashboardTexts.noRatedNote}</span>
                  </div>
                )}
                {photos.data && (
                  <div className={gridClass}>
                    {rated.map((photo) => (
                      <PhotoTile
                        key={photo._id}
                        photo={photo}
                        onOpen={onOpen}
                        caption={
                          <CommentDisplay comments={photo.comments} catalogue={catalogue} sectionId={commentSection} />
                        }
                      />
                    ))}
                    {canAdd && <AddTile label={dashboardTexts.bankAdd} onAdd={onAdd} />}
                  </div>
                )}
              </Panel>
            )}
            <Panel title={dashboardTexts.unrated} level={3}>
              {photos.isPending && <GridSkeleton count={1} />}
              {photos.data && (
                <div className={gridClass}>
                  {unrated.map((photo) => (
                    <PhotoTile key={photo._id} photo={photo} onOpen={onOpen} />
                  ))}
                  <AddTile label={dashboardTexts.unratedAdd} onAdd={onUpload} />
                </div>
              )}
            </Panel>
          </>
        )}
      </Panel>
    </DropZone>
  );
}
