import { useCallback, useRef } from 'react';

/** Every picture of a person may be lost at once: one renewal fetches all their links. */
const renewAgainMs = 60_000;

/** Returns what to call when a picture does not load: it asks for new links, at most once a minute. */
export function useRenewedPictures(renew: () => void): () => void {
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(() => {
    if (Date.now() - renewedAt.current < renewAgainMs) return;
    renewedAt.current = Date.now();
    renew();
  }, [renew]);
}
