import { assessmentsRoutes, type CommentTriple, evaluationGroupsRoutes } from '@candid/contracts';
import { call } from '../../lib/api/call';
import { ApiError } from '../../lib/api/errors';
import { aloneAs, deviceStorage, Outbox, type OutboxEntry } from '../../lib/outbox/outbox';
import { sessionStore } from '../../lib/session/session-store';

export interface PhotoRating {
  readonly photoId: string;
  readonly rating: number | null;
  readonly comments: readonly CommentTriple[];
}

/** One assessment, as it is sent and as it waits on the device: of a person's photos, or of their profile as a whole. */
export type Submission = { readonly ownerId: string; readonly raterId: string } & (
  | { readonly kind: 'photos'; readonly ratings: readonly PhotoRating[] }
  | { readonly kind: 'profile'; readonly groupId: string; readonly comments: readonly CommentTriple[] }
);

export interface Reward {
  readonly tokensEarned: number;
  /** False if the slot had expired: the assessment counts and earns nothing. */
  readonly isRewarded: boolean;
  /** Of this and earlier ones: paid on the days after, because a day's most is reached. */
  readonly payableTokens: number;
  /** The balance after it. */
  readonly tokenCount: number;
}

/** Longer than the server tries by itself; an answer that comes later is fetched by sending it again. */
const patienceMs = 30_000;

/** More than enough for the shortest look at six photos. */
const looksMax = 3;

/** All of it at once; the same key again is answered as the first time. Waits until the server lets a quick person submit. */
export async function sendSubmission(submission: Submission, idempotencyKey: string): Promise<Reward> {
  for (let look = 1; ; look += 1) {
    try {
      return await send(submission, idempotencyKey);
    } catch (error) {
      if (look === looksMax || !(error instanceof ApiError) || error.code !== 'TOO_FAST') throw error;
      await delay((error.retryAfterSeconds ?? 1) * 1_000);
    }
  }
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function send(submission: Submission, idempotencyKey: string): Promise<Reward> {
  const { ownerId, raterId } = submission;
  const sent = { idempotencyKey, signal: AbortSignal.timeout(patienceMs) };
  if (submission.kind === 'profile') {
    const body = { groupId: submission.groupId, userId: ownerId, raterId, comments: [...submission.comments] };
    return call(evaluationGroupsRoutes.submitGeneralRating, { body, ...sent });
  }
  const ratings = submission.ratings.map((rating) => ({ ...rating, comments: [...rating.comments] }));
  return call(assessmentsRoutes.submitRatings, { body: { userId: ownerId, raterId, ratings }, ...sent });
}

export type WaitingSubmission = OutboxEntry<Submission>;

const name = 'candid-outbox';
const listeners = new Set<() => void>();
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
const tell = () => {
  for (const listener of listeners) listener();
};
otherTabs?.addEventListener('message', tell);

/** The one outbox of this device: assessments that the server has not answered yet. */
export const submissionOutbox = new Outbox<Submission, Reward>({
  storage: deviceStorage(),
  alone: (work) => aloneAs(name, work),
  send: ({ content, idempotencyKey }) => sendSubmission(content, idempotencyKey),
  signedIn: () => sessionStore.current().session?.userId,
  changed: () => {
    tell();
    otherTabs?.postMessage('changed');
  },
});

export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
