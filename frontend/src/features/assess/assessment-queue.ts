import type { WaitingSubmission } from './submission-outbox';

export interface QueuedAssessment {
  readonly userId: string;
  readonly isProfileEvaluation: boolean;
  readonly groupId?: string;
}

interface QueueState {
  readonly assessments: string | null;
  readonly index: string | null;
}

const testsKey = 'availableTests';
const indexKey = 'currentTestIndex';

/** The queue of this visit. It lives in the session storage, so that it survives a reload. */
export const assessmentQueue = {
  fill(assessments: readonly QueuedAssessment[]): void {
    sessionStorage.setItem(testsKey, JSON.stringify(assessments));
    sessionStorage.setItem(indexKey, '0');
  },

  peek(): QueuedAssessment | null {
    return read()[Number(sessionStorage.getItem(indexKey) ?? '0') + 1] ?? null;
  },

  /** At the end the queue becomes empty, and the feed requests a new one. */
  next(): QueuedAssessment | null {
    const assessment = assessmentQueue.peek();
    if (!assessment) {
      assessmentQueue.clear();
      return null;
    }
    sessionStorage.setItem(indexKey, String(Number(sessionStorage.getItem(indexKey) ?? '0') + 1));
    return assessment;
  },

  /** Removes the later assessments of this owner from the queue; the current one stays. */
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

export function carouselPath({ userId, groupId }: Pick<QueuedAssessment, 'userId' | 'groupId'>): string {
  return `/carousel/${userId}${groupQuery(groupId)}`;
}

export function testingPath({ userId, groupId }: Pick<QueuedAssessment, 'userId' | 'groupId'>): string {
  return `/testing/${userId}${groupQuery(groupId)}`;
}

/** Goes to the next assessment of the queue and returns its address; that of the feed at the end. */
export function nextPath(): string {
  const next = assessmentQueue.next();
  return next ? carouselPath(next) : '/feed';
}

const groupQuery = (groupId: string | undefined): string => (groupId ? `?groupId=${encodeURIComponent(groupId)}` : '');

/** Leaves out assessments that wait in the outbox, because the server does not know yet that they are done. */
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
