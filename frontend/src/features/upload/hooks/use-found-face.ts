import { useEffect, useRef, useState } from 'react';
import { type FoundFace, findFace } from '../api/find-face';
import { smallJpegOf } from '../crop-image';

/** What comes later would move the crop while somebody works on it. */
const patienceMs = 1_500;

/**
 * Looks for a face in the picture to crop. `onFound` hears of it once for each picture, or never: nothing waits for it.
 */
export function useFoundFace(image: HTMLImageElement | null, onFound: (found: FoundFace) => void): FoundFace | null {
  const [found, setFound] = useState<FoundFace | null>(null);
  const told = useRef(onFound);
  told.current = onFound;
  useEffect(() => {
    setFound(null);
    if (!image) return;
    const leaving = new AbortController();
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(patienceMs)]);
    smallJpegOf(image)
      .then((jpeg) => findFace(jpeg, signal))
      .then(
        (face) => {
          if (signal.aborted) return;
          setFound(face);
          told.current(face);
        },
        // The crop stands in the middle, as it does without this.
        () => undefined,
      );
    return () => leaving.abort();
  }, [image]);
  return found;
}
