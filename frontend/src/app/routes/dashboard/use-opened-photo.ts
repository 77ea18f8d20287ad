import type { Photo } from '@candid/contracts';
import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** Which photo stands open is in the address, so that the phone's back gesture closes it and a link can open it. */
export function useOpenedPhoto() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const openedHere = (useLocation().state as { opened?: boolean } | null)?.opened === true;
  const photoId = search.get('photo');

  const show = useCallback(
    (photo: Photo) => setSearch({ photo: photo._id }, { replace: photoId !== null, state: { opened: true } }),
    [setSearch, photoId],
  );
  const close = useCallback(() => {
    if (photoId === null) return;
    if (openedHere) navigate(-1);
    else setSearch({}, { replace: true });
  }, [navigate, setSearch, photoId, openedHere]);

  return { photoId, show, close };
}

export type OpenedPhotoState = ReturnType<typeof useOpenedPhoto>;
