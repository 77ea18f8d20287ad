import { assessmentsRoutes, evaluationGroupsRoutes } from '@candid/contracts';
import { useEffect, useState } from 'react';
import { type Answer, call } from '../../lib/api/call';
import { ApiError, messageOf } from '../../lib/api/errors';
import { deviceStorage, Outbox, type OutboxEntry, type Refused } from '../../lib/outbox/outbox';
import { sessionStore } from '../../lib/session/session-store';
import { useUserId } from '../../lib/session/use-session';
import { aloneAs } from '../../lib/storage/storage';
import { newStore } from '../../lib/store/store';
import { assessTexts } from '../../lib/texts/assess';
import type { PhotoEntry } from './open-assessment';

export type Submission = { readonly ownerId: string; readonly raterId: string } & (
  | { readonly kind: 'photos'; readonly ratings: readonly (PhotoEntry & { readonly photoId: string })[] }
  | { readonly kind: 'profile'; readonly groupId: string; readonly comments: PhotoEntry['comments'] }
);

export type Reward = Omit<Answer<typeof assessmentsRoutes.submitRatings>, 'success'>;

/** Timeout of a request; the server's retries end sooner. A repeated request gets an answer that was too late. */
const patienceMs = 30_000;

/** Maximum number of attempts. A refusal says how long to wait, so the second attempt usually succeeds. */
const looksMax = 3;

/** Sends the submission, and repeats it if the assessor was too fast. The same key returns the first answer again. */
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
const changes = newStore(0);
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
const tell = () => changes.set(changes.current() + 1);
otherTabs?.addEventListener('message', tell);

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

/** This person's submissions that the server does not have yet; undefined until the device's storage has answered. */
export function useWaitingSubmissions(): readonly WaitingSubmission[] | undefined {
  const userId = useUserId();
  const [entries, setEntries] = useState<readonly WaitingSubmission[]>();
  useEffect(() => {
    let current = true;
    const read = async () => {
      const found = await submissionOutbox.entriesOf(userId);
      if (current) setEntries(found);
    };
    void read();
    const stop = changes.subscribe(() => void read());
    return () => {
      current = false;
      stop();
    };
  }, [userId]);
  return entries;
}

const { refusals } = assessTexts;

/** Messages for errors after which an assessment accepts no more submissions. */
const wordsOf: Readonly<Record<string, string>> = {
  ALREADY_RATED: refusals.alreadyRated,
  ASSESSMENT_COMPLETE: refusals.over,
  NOT_FOUND: refusals.over,
};

export const refusalWords = ({ code, message }: Refused): string => wordsOf[code] ?? message;

export function wordsOfError(error: unknown, otherwise: string): string {
  return error instanceof ApiError ? refusalWords(error) : messageOf(error, otherwise);
}

export function isOver(error: unknown): boolean {
  return error instanceof ApiError && (Object.hasOwn(wordsOf, error.code) || [404, 410].includes(error.status));
}
