import { sessionStore } from '../lib/session/session-store';
import { pagePartsAt } from './router';

/** A fallback is better than an empty screen from here on. */
const longestWaitMs = 400;

/**
 * A page lies in chunks that ask for one another. They are all asked for at once as soon as the address is known, not one after
 * the other as they render. Resolves when the page can be rendered whole, or waiting for it has become too long.
 */
export async function preloadPage(path: string): Promise<void> {
  const tooLong = new Promise((resolve) => setTimeout(resolve, longestWaitMs));
  const userId = sessionStore.current().session?.userId;
  const parts = pagePartsAt(path, userId !== undefined).map((part) => part.load(userId));
  // What does not come now is asked for again, and answered for, where it is rendered.
  await Promise.race([Promise.allSettled(parts), tooLong]);
}
