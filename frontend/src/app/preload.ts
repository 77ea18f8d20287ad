import { sessionStore } from '../lib/session/session-store';
import { pagePartsAt } from './router';

/** After this time a fallback is better than an empty screen. */
const longestWaitMs = 400;

/**
 * Requests all chunks of a page as soon as the address is known, not one after the other while they render. Resolves when the
 * page can render completely, or when the wait is too long.
 */
export async function preloadPage(path: string): Promise<void> {
  const tooLong = new Promise((resolve) => setTimeout(resolve, longestWaitMs));
  const userId = sessionStore.current().session?.userId;
  const parts = pagePartsAt(path, userId !== undefined).map((part) => part.load(userId));
  // The page that renders a missing part requests it again and handles its failure.
  await Promise.race([Promise.allSettled(parts), tooLong]);
}
