import { useCallback, useRef } from 'react';

/** All pictures of a person may expire at once: one renewal fetches all their links. */
const renewAgainMs = 60_000;

/** Returns a callback for a picture that does not load. It requests new links, at most once a minute. */
export function useRenewedPictures(renew: () => void): () => void {
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(() => {
    if (Date.now() - renewedAt.current < renewAgainMs) return;
    renewedAt.current = Date.now();
    renew();
  }, [renew]);
}
