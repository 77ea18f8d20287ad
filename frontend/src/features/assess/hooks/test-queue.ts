export interface QueuedTest {
  readonly userId: string;
  readonly isProfileEvaluation: boolean;
  readonly groupId?: string;
}

const testsKey = 'availableTests';
const indexKey = 'currentTestIndex';

/** The queue of this visit, in the session's storage, so that a reload goes on where it was. */
export const testQueue = {
  fill(tests: readonly QueuedTest[]): void {
    sessionStorage.setItem(testsKey, JSON.stringify(tests));
    sessionStorage.setItem(indexKey, '0');
  },

  /** The test after this one, or null at the end; the queue is then empty and the feed asks anew. */
  next(): QueuedTest | null {
    const index = Number(sessionStorage.getItem(indexKey) ?? '0') + 1;
    const test = read()[index];
    if (!test) {
      testQueue.clear();
      return null;
    }
    sessionStorage.setItem(indexKey, String(index));
    return test;
  },

  clear(): void {
    sessionStorage.removeItem(testsKey);
    sessionStorage.removeItem(indexKey);
  },
};

function read(): QueuedTest[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(testsKey) ?? '[]');
    return Array.isArray(stored) ? (stored as QueuedTest[]) : [];
  } catch {
    return [];
  }
}

/** Where a queued test is looked at. */
export function carouselPath({ userId, groupId }: QueuedTest): string {
  return `/carousel/${userId}${groupId ? `?groupId=${groupId}` : ''}`;
}
