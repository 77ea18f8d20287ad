import { useEffect, useRef, useState } from 'react';
import { type FoundFace, findFace } from '../api/find-face';
import { smallJpegOf } from '../small-jpeg';

/** Timeout. A result moves the crop only until the person has changed it. */
const patienceMs = 10_000;

/**
 * Detects a face in the picture. Calls `onFound` at most once per picture; callers must not wait for it.
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
      .then((jpeg) => (jpeg === null ? null : findFace(jpeg, signal)))
      .then(
        (face) => {
          if (!face || signal.aborted) return;
          setFound(face);
          told.current(face);
        },
        // Detection is optional: without it the crop stays centred.
        () => undefined,
      );
    return () => leaving.abort();
  }, [image]);
  return found;
}
