import { type AssessedPhoto, assessmentsRoutes, photosRoutes } from '@candid/contracts';
import { eventually, Person, type SystemAsSeen, submissionFor } from '@candid/testing';
import type { Assessor } from './assessors.js';

const EVERY_MS = 500;
const SCORE = 11;

/** A slot that an assessor took before a photo was held. */
export interface OpenSlot {
  /** Waits until the assessor no longer sees the photo, and the photo's link is refused. */
  isClosed(): Promise<void>;
  /** Submits the rating. @throws if it earns nothing: an assessor must be paid for a held photo, too */
  submitsForPay(): Promise<void>;
}

/** Opens the owner's photos. Waits until they include the photo `photoId`. */
export function openPhoto(person: Person, { userId }: Person, photoId: string): Promise<AssessedPhoto> {
  const open = async () => {
    const photo = (await openPhotos(person, userId)).find(({ _id }) => _id === photoId);
    if (!photo) throw new Error(`${photoId} is not open`);
    return photo;
  };
  return eventually(open, { everyMs: EVERY_MS });
}

export async function openPhotos(person: Person, ownerId: string): Promise<AssessedPhoto[]> {
  const request = { params: { userId: ownerId }, query: { currentUserId: person.userId } };
  const answer = await person.call(photosRoutes.openTest, request);
  // The service answers 404 if nothing is left to rate.
  if (answer.status === 404) return [];
  if (!('data' in answer.body)) throw new Error(`openTest answered ${answer.status}`);
  return answer.body.data.flatMap(({ photos }) => photos);
}

export async function openedBefore(
  system: SystemAsSeen,
  owner: Person,
  photoId: string,
  assessor: Assessor,
): Promise<OpenSlot> {
  const { person } = assessor;
  const { path } = await openPhoto(person, owner, photoId);
  const { ratings, ...who } = await submissionFor(person, owner.userId, SCORE);
  // The owner's settings offer no comments.
  const submission = { ...who, ratings: ratings.map((rating) => ({ ...rating, comments: [] })) };
  // This client bypasses the load's traffic counts, because refusals are expected.
  const apart = Object.assign(new Person(system, person.email), { token: person.token, userId: person.userId });

  return {
    isClosed: () =>
      eventually(
        async () => {
          const { status } = await fetch(new URL(path, system.baseUrl));
          if (status < 400 || status >= 500) throw new Error(`${photoId} is held, and its link answers ${status}`);
          const shown = await openPhotos(apart, owner.userId);
          if (shown.some(({ _id }) => _id === photoId)) throw new Error(`${photoId} is held, and an assessor sees it`);
        },
        { everyMs: EVERY_MS },
      ),
    submitsForPay: async () => {
      assessor.submissions += 1;
      const { tokensEarned } = await person.expect(assessmentsRoutes.submitRatings, { body: submission });
      if (tokensEarned === 0) throw new Error(`a rating of ${photoId} from before its hold was not paid`);
      assessor.tokens += tokensEarned;
    },
  };
}

/** Returns the ids of the owners on all pages of the person's feed. */
export async function feedOf(person: Person): Promise<string[]> {
  const owners = [];
  let cursor: string | null | undefined;
  do {
    const query = { currentUserId: person.userId, ...(cursor && { cursor }) };
    const page = await person.expect(assessmentsRoutes.listPublicTests, { query });
    owners.push(...page.data.map(({ userId }) => userId));
    cursor = page.nextCursor;
  } while (cursor);
  return owners;
}
