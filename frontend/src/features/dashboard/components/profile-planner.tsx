import type { CurrentUser, Photo as PhotoRecord } from '@candid/contracts';
import { Columns2, Eye, Heart, ListOrdered } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { Button, LinkButton } from '../../../ui/button/button';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Notice } from '../../../ui/notice/notice';
import { Panel } from '../../../ui/panel/panel';
import { useLingering } from '../../../ui/sheet/use-lingering';
import { usePhotos } from '../hooks/use-photos';
import { type SuggestedOrder, useSuggestedOrder } from '../hooks/use-suggested-order';
import { GridSkeleton } from './dashboard-skeleton';
import { DropZone } from './drag/drag-board';
import { AddTile, gridClass, PhotoTile } from './photo-tile';

const frameClass = 'mt-4 grid justify-items-start gap-2';

const PlannerPreview = lazy(() => import('./planner-preview'));

interface ProfilePlannerProps {
  user: CurrentUser | undefined;
  allSet: boolean;
  folded: boolean;
  onOpen: (photo: PhotoRecord) => void;
  onAdd: () => void;
  onLookingFor: () => void;
  children?: ReactNode;
}

export function ProfilePlanner({ user, allSet, folded, onOpen, onAdd, onLookingFor, children }: ProfilePlannerProps) {
  const photos = usePhotos('profile');
  const suggestion = useSuggestedOrder(photos.data ?? []);
  const [previewing, setPreviewing] = useState(false);
  const preview = useLingering(previewing ? true : null);
  // Leaves out photos on hold, because only their owner sees them.
  const previewed = suggestion.photos.filter(({ moderation }) => moderation !== 'held');
  const previewButton = previewed.length > 0 && (
    <Button size="s" icon={<Eye />} onClick={() => setPreviewing(true)}>
      {dashboardTexts.preview}
    </Button>
  );
  const tested = user?.hasFirstTested === true;
  const isRunning = usePhotos('testing').data?.length !== 0;
  const introBefore = isRunning ? dashboardTexts.plannerWait : dashboardTexts.plannerIntro;
  const intro = !user || user.hasMadeFirstProfile ? null : tested ? dashboardTexts.plannerAskFirst : introBefore;
  return (
    <DropZone place="profile">
      <Panel
        key={String(folded)}
        title={dashboardTexts.planner}
        folded={folded}
        count={photos.data?.length || undefined}
        actions={
          // A text button ends at the content's edge; only the padding of an icon button may extend beyond that edge.
          <Button size="s" className="mr-2.5" icon={<Heart />} onClick={onLookingFor}>
            {dashboardTexts.lookingForInfo}
          </Button>
        }
      >
        {allSet && (
          <div className="mb-3">
            <Notice tone="success">{dashboardTexts.allSet}</Notice>
          </div>
        )}
        {intro && <p className="mb-3 text-ink-soft">{intro}</p>}
        {photos.isPending && <GridSkeleton />}
        {photos.isLoadingError && <LoadProblem text={dashboardTexts.loadFailed} onRetry={photos.refetch} />}
        {photos.data && (
          <div className={gridClass}>
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
            {tested && <AddTile label={dashboardTexts.plannerAdd} onAdd={onAdd} />}
          </div>
        )}
        {suggestion.offered ? (
          <OrderChoice preview={previewButton} order={suggestion} />
        ) : (
          previewButton && <div className={frameClass}>{previewButton}</div>
        )}
        {children}
      </Panel>
      {preview.shown && (
        <Suspense>
          <PlannerPreview
            open={preview.open && previewed.length > 0}
            photos={previewed}
            held={suggestion.photos.length - previewed.length}
            order={suggestion}
            onClose={() => setPreviewing(false)}
          />
        </Suspense>
      )}
    </DropZone>
  );
}

/** `preview` is the button that opens the preview; false if there is nothing to preview. */
function OrderChoice({ preview, order }: { preview: ReactNode; order: SuggestedOrder }) {
  const { applied, loading, failed } = order;
  return (
    <div className={frameClass}>
      <div className="flex flex-wrap gap-2">
        {preview}
        <Button size="s" icon={<ListOrdered />} busy={loading} onClick={order.toggle}>
          {applied ? dashboardTexts.suggestOff : dashboardTexts.suggest}
        </Button>
        <LinkButton size="s" icon={<Columns2 />} to={`/compare?photos=${order.ratedIds.join(',')}`}>
          {dashboardTexts.compare}
        </LinkButton>
      </div>
      {failed ? (
        <LoadProblem text={dashboardTexts.orderFailed} onRetry={order.retry} />
      ) : (
        <p className="text-13 text-ink-soft" aria-live="polite">
          {applied ? dashboardTexts.suggested : dashboardTexts.suggestHint}
        </p>
      )}
    </div>
  );
}

function PlaceBadge({ place }: { place: number }) {
  return (
    <span
      className="grid h-7 min-w-7 place-items-center rounded-pill bg-scrim px-1 text-14 font-heavy text-on-scrim tabular-nums"
      role="img"
      aria-label={dashboardTexts.suggestedPlace(place)}
    >
      {place}
    </span>
  );
}
