import type { CurrentUser, Photo as PhotoRecord } from '@candid/contracts';
import { lazy, Suspense, useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { PhotoMoves } from '../../../features/dashboard/hooks/use-photo-moves';
import { usePhotos } from '../../../features/dashboard/hooks/use-photos';
import { useCatalogue } from '../../../shared/comments/use-catalogue';
import { useLingering } from '../../../ui/sheet/use-lingering';

const PhotoView = lazy(() => import('../../../features/dashboard/components/photo-view/photo-view'));

interface OpenedPhotoProps {
  opened: OpenedPhotoState;
  user: CurrentUser | undefined;
  moves: PhotoMoves;
  onAssess: (photo: PhotoRecord, phraseIds?: readonly number[]) => void;
  onCropAgain: (photo: PhotoRecord) => void;
}

/** The photo that the address names, in any section, with the other photos of its section. */
export function OpenedPhoto({ opened, user, moves, onAssess, onCropAgain }: OpenedPhotoProps) {
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
        onCropAgain={onCropAgain}
      />
    </Suspense>
  );
}

/** The address names the open photo, so that the phone's back gesture closes it and a link can open it. */
export function useOpenedPhoto() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const openedHere = (useLocation().state as { opened?: boolean } | null)?.opened === true;
  const photoId = search.get('photo');

  const show = useCallback(
    (photo: PhotoRecord) => setSearch({ photo: photo._id }, { replace: photoId !== null, state: { opened: true } }),
    [setSearch, photoId],
  );
  /** Resolves once the address has changed. A sheet that opens earlier would lose its history entry in this step back. */
  const close = useCallback(async () => {
    if (photoId === null) return;
    if (!openedHere) return setSearch({}, { replace: true });
    const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    navigate(-1);
    await back;
  }, [navigate, setSearch, photoId, openedHere]);

  return { photoId, show, close };
}

type OpenedPhotoState = ReturnType<typeof useOpenedPhoto>;
