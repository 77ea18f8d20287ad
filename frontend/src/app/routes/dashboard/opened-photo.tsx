import type { CurrentUser, Photo as PhotoRecord } from '@candid/contracts';
import { lazy, Suspense } from 'react';
import type { PhotoMoves } from '../../../features/dashboard/hooks/use-photo-moves';
import { usePhotos } from '../../../features/dashboard/hooks/use-photos';
import { useCatalogue } from '../../../shared/comments/use-catalogue';
import { useLingering } from '../../../ui/sheet/use-lingering';
import type { useAddressedSheet } from './use-addressed-sheet';

const PhotoView = lazy(() => import('../../../features/dashboard/components/photo-view/photo-view'));

interface OpenedPhotoProps {
  opened: ReturnType<typeof useAddressedSheet>;
  user: CurrentUser | undefined;
  moves: PhotoMoves;
  onAssess: (photo: PhotoRecord, phraseIds?: readonly number[]) => void;
  onCropAgain: (photo: PhotoRecord) => void;
}

/** The photo that the address names, in any section, with the other photos of its section. */
export function OpenedPhoto({ opened, user, moves, onAssess, onCropAgain }: OpenedPhotoProps) {
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
        onAssess={onAssess}
        onCropAgain={onCropAgain}
      />
    </Suspense>
  );
}
