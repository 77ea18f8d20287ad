import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The name of the cache and the header are those of `public/share-target.js`, which keeps the photos. */
const sharedPhotos = 'shared-photos';

/** Returns the photos that another app has shared, and forgets them. */
async function takeSharedPhotos(): Promise<File[]> {
  if (!('caches' in globalThis)) return [];
  const cache = await caches.open(sharedPhotos);
  const kept = await cache.matchAll();
  const photos = await Promise.all(kept.map(fileOf));
  await caches.delete(sharedPhotos);
  return photos;
}

async function fileOf(response: Response): Promise<File> {
  const content = await response.blob();
  return new File([content], decodeURIComponent(response.headers.get('x-name') ?? ''), { type: content.type });
}

/** Passes on photos that another app shared: the service worker keeps them and opens the page at `?shared`. */
export function useSharedPhotos(onPhotos: (photos: File[]) => Promise<void>, onNone: () => void): void {
  const [search, setSearch] = useSearchParams();
  const isShared = search.has('shared');
  const take = useEffectEvent(async () => {
    setSearch({}, { replace: true });
    const photos = await takeSharedPhotos().catch(() => []);
    if (photos.length > 0) await onPhotos(photos);
    else onNone();
  });
  useEffect(() => {
    if (isShared) void take();
  }, [isShared]);
}
