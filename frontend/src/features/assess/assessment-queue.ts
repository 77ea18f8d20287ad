import type { WaitingSubmission } from './submission-outbox';

export interface QueuedAssessment {
  readonly userId: string;
  readonly isProfileEvaluation: boolean;
  readonly groupId?: string;
}

const testsKey = 'availableTests';
const indexKey = 'currentTestIndex';

/** The queue of assessments for this visit. Session storage keeps it during a reload. */
export const assessmentQueue = {
  fill(assessments: readonly QueuedAssessment[]): void {
    sessionStorage.setItem(testsKey, JSON.stringify(assessments));
    sessionStorage.setItem(indexKey, '0');
  },

  peek(): QueuedAssessment | null {
    return read()[position() + 1] ?? null;
  },

  /** After the last assessment the queue becomes empty, and the feed requests a new one. */
  next(): QueuedAssessment | null {
    const assessment = assessmentQueue.peek();
    if (!assessment) {
      assessmentQueue.clear();
      return null;
    }
    sessionStorage.setItem(indexKey, String(position() + 1));
    return assessment;
  },

  leaveOut(userId: string): void {
    const left = read().filter((assessment, index) => index <= position() || assessment.userId !== userId);
    sessionStorage.setItem(testsKey, JSON.stringify(left));
  },

  state: () => ({ assessments: sessionStorage.getItem(testsKey), index: sessionStorage.getItem(indexKey) }),

  restore({ assessments, index }: Record<'assessments' | 'index', string | null>): void {
    assessmentQueue.clear();
    if (assessments !== null) sessionStorage.setItem(testsKey, assessments);
    if (index !== null) sessionStorage.setItem(indexKey, index);
  },

  clear(): void {
    sessionStorage.removeItem(testsKey);
    sessionStorage.removeItem(indexKey);
  },
};

const position = (): number => Number(sessionStorage.getItem(indexKey) ?? '0');

function read(): QueuedAssessment[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(testsKey) ?? '[]');
    return Array.isArray(stored) ? (stored as QueuedAssessment[]) : [];
  } catch {
    return [];
  }
}

export type Addressed = Pick<QueuedAssessment, 'userId' | 'groupId'>;

export const carouselPath = (to: Addressed): string => `/carousel/${addressOf(to)}`;
export const testingPath = (to: Addressed): string => `/testing/${addressOf(to)}`;

/** Advances the queue. Returns the address of the next assessment, or of the feed after the last assessment. */
export function nextPath(): string {
  const next = assessmentQueue.next();
  return next ? carouselPath(next) : '/feed';
}

const addressOf = ({ userId, groupId }: Addressed): string =>
  groupId ? `${userId}?groupId=${encodeURIComponent(groupId)}` : userId;

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
