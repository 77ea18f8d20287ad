import { reportsRoutes } from '@candid/contracts';
import { useEffect, useRef, useState } from 'react';
import { type Answer, call } from '../../../lib/api/call';
import { smallJpegOf } from '../small-jpeg';

/**
 * `faces`: their number, where 2 means several; null if detection was not possible. `crop`: around the face, as fractions of the
 * picture; null unless exactly one face was found.
 */
export type FoundFace = Pick<Answer<typeof reportsRoutes.findFace>, 'faces' | 'crop'>;

/** Timeout. A result moves the crop only until the person has changed it. */
const patienceMs = 10_000;

/**
 * Detects a face in the picture; the server stores nothing. Calls `onFound` at most once per picture; callers must not wait for it.
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
      .then((jpeg) => (jpeg === null ? null : call(reportsRoutes.findFace, { body: { jpeg }, signal })))
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
