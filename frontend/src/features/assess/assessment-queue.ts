import type { WaitingSubmission } from './submission-outbox';

export interface QueuedAssessment {
  readonly userId: string;
  readonly isProfileEvaluation: boolean;
  readonly groupId?: string;
}

/** The queue as it was, to come back to. */
interface QueueState {
  readonly assessments: string | null;
  readonly index: string | null;
}

const testsKey = 'availableTests';
const indexKey = 'currentTestIndex';

/** The queue of this visit, in the session's storage, so that a reload goes on where it was. */
export const assessmentQueue = {
  fill(assessments: readonly QueuedAssessment[]): void {
    sessionStorage.setItem(testsKey, JSON.stringify(assessments));
    sessionStorage.setItem(indexKey, '0');
  },

  /** The assessment after this one, without going there; null at the end. */
  peek(): QueuedAssessment | null {
    return read()[Number(sessionStorage.getItem(indexKey) ?? '0') + 1] ?? null;
  },

  /** The assessment after this one, or null at the end; the queue is then empty and the feed asks anew. */
  next(): QueuedAssessment | null {
    const assessment = assessmentQueue.peek();
    if (!assessment) {
      assessmentQueue.clear();
      return null;
    }
    sessionStorage.setItem(indexKey, String(Number(sessionStorage.getItem(indexKey) ?? '0') + 1));
    return assessment;
  },

  /** Removes the later assessments of this person from the queue; the current one stays. */
  leaveOut(userId: string): void {
    const at = Number(sessionStorage.getItem(indexKey) ?? '0');
    const left = read().filter((assessment, index) => index <= at || assessment.userId !== userId);
    sessionStorage.setItem(testsKey, JSON.stringify(left));
  },

  state: (): QueueState => ({ assessments: sessionStorage.getItem(testsKey), index: sessionStorage.getItem(indexKey) }),

  restore({ assessments, index }: QueueState): void {
    assessmentQueue.clear();
    if (assessments !== null) sessionStorage.setItem(testsKey, assessments);
    if (index !== null) sessionStorage.setItem(indexKey, index);
  },

  clear(): void {
    sessionStorage.removeItem(testsKey);
    sessionStorage.removeItem(indexKey);
  },
};

function read(): QueuedAssessment[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(testsKey) ?? '[]');
    return Array.isArray(stored) ? (stored as QueuedAssessment[]) : [];
  } catch {
    return [];
  }
}

/** Where a queued assessment is looked at. */
export function carouselPath({ userId, groupId }: Pick<QueuedAssessment, 'userId' | 'groupId'>): string {
  return `/carousel/${userId}${groupQuery(groupId)}`;
}

/** Where it is assessed. */
export function testingPath({ userId, groupId }: Pick<QueuedAssessment, 'userId' | 'groupId'>): string {
  return `/testing/${userId}${groupQuery(groupId)}`;
}

const groupQuery = (groupId: string | undefined): string => (groupId ? `?groupId=${encodeURIComponent(groupId)}` : '');

/** Tests without those that this person has done already, though the server does not know of it yet. */
export function withoutWaiting(
  assessments: readonly QueuedAssessment[],
  waiting: readonly WaitingSubmission[],
): QueuedAssessment[] {
  const done = new Set(
    waiting
      .filter(({ refusal }) => !refusal)
      .map(({ content }) => (content.kind === 'profile' ? content.groupId : content.ownerId)),
  );
  return assessments.filter(({ groupId, userId }) => !done.has(groupId ?? userId));
}
