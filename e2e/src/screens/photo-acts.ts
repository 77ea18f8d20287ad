import { assessmentSettingsRoutes, assessmentsRoutes, photosRoutes } from '@candid/contracts';
import { eventually, type Person } from '@candid/testing';
import { portrait } from './pictures.js';

const files = (face: number, shots: readonly number[]) =>
  Promise.all(shots.map(async (shot) => ({ bytes: await portrait(face, shot), name: `portrait-${shot}.jpg` })));

/** Starts the first assessment with portraits of the person with the number `face`. */
export async function firstTest(owner: Person, face: number): Promise<void> {
  await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(await files(face, [0, 1])) });
}

/** Uploads unrated photos into the bank and returns their ids. */
export async function stored(owner: Person, face: number, shots: readonly number[]): Promise<string[]> {
  const form = await owner.uploadForm(await files(face, shots), 'unrated');
  const { photos } = await owner.expect(photosRoutes.uploadPhotos, { form });
  return photos.map(({ _id }) => _id);
}

export async function start(owner: Person, photoId: string, testLimit: number): Promise<void> {
  const { data } = await owner.expect(assessmentsRoutes.fetchComments);
  const commentsSelected = data.flatMap(({ id, quality }) => quality.map(({ phraseId }) => [id, phraseId]));
  const required = { ratingRequired: true, commentsRequired: true, commentsNegative: true, minComments: 1 };
  const body = { testLimit, ...required, commentsSelected };
  await owner.expect(assessmentSettingsRoutes.reactivate, { params: { photoId }, body });
}

/** Each rater opens and rates the owner's photos; each gives higher scores than the previous rater. */
export async function rated(owner: Person, raters: readonly Person[]): Promise<void> {
  for (const [turn, rater] of raters.entries()) {
    const { data } = await rater.expect(photosRoutes.openTest, {
      params: { userId: owner.userId },
      query: { currentUserId: rater.userId },
    });
    const phrases = await scalePhrases(rater);
    const ratings = (data[0]?.photos ?? []).map(({ _id: photoId }, at) => {
      const rating = 8 + turn * 2 + ((at * 3 + turn) % 5);
      const chosen = [phrases[turn % 2], phrases[4 + turn], phrases[12 + at + turn * 3]].flatMap(
        (phrase) => phrase ?? [],
      );
      const comments = chosen.map(({ part, phraseId }, place) => [
        part,
        phraseId,
        Math.min(20, rating - 5 + place * 4),
      ]);
      return { photoId, rating, comments };
    });
    const body = { userId: owner.userId, raterId: rater.userId, ratings };
    await rater.expect(assessmentsRoutes.submitRatings, { body });
  }
}

async function scalePhrases(rater: Person) {
  const { data } = await rater.expect(assessmentsRoutes.fetchComments);
  const all = data.flatMap(({ id, quality }) => quality.map((phrase) => ({ part: id, ...phrase })));
  return all.filter(({ isScale, isHalf, doubleNeg }) => isScale && isHalf === null && !doubleNeg);
}

/** Waits until the account shows that its first assessment is complete. */
export const firstTestDone = (owner: Person) =>
  settled(async () => {
    if (!(await owner.user()).hasFirstTested) throw new Error('the first assessment is not complete');
  });

/** Retries until the other services have received the events that the call needs. */
export const settled = (act: () => Promise<unknown>) => eventually(act);

export const intoPlanner = (owner: Person, photoId: string) =>
  settled(() => owner.expect(photosRoutes.setProfile, { params: { photoId } }));

export const backToPlace = (owner: Person, photoId: string) =>
  settled(() => owner.expect(photosRoutes.returnPhoto, { params: { photoId } }));
