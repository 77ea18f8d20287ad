import type { CurrentUser, Photo } from '@candid/contracts';
import { lazy, Suspense } from 'react';
import { usePhotos } from '../../../features/dashboard/api/photos';
import type { PhotoMoves } from '../../../features/dashboard/hooks/use-photo-moves';
import { useCatalogue } from '../../../lib/catalogue/use-catalogue';
import { useLingering } from '../../../ui/sheet/use-lingering';
import type { OpenedPhotoState } from './use-opened-photo';

const PhotoView = lazy(() => import('../../../features/dashboard/components/photo-view/photo-view'));

interface OpenedPhotoProps {
  opened: OpenedPhotoState;
  user: CurrentUser | undefined;
  moves: PhotoMoves;
  onAssess: (photo: Photo, phraseIds?: readonly number[]) => void;
}

/** The photo the address names, wherever it stands, among the others of its section. */
export function OpenedPhoto({ opened, user, moves, onAssess }: OpenedPhotoProps) {
  const sections = [usePhotos('testing').data, usePhotos('profile').data, usePhotos('bank').data];
  const section = sections.find((photos) => photos?.some(({ _id }) => _id === opened.photoId));
  const photo = section?.find(({ _id }) => _id === opened.photoId);
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
        onShow={opened.show}
        onClose={opened.close}
        onAssess={onAssess}
      />
    </Suspense>
  );
}
