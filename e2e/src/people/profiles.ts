import { assessmentsRoutes, evaluationGroupsRoutes, photosRoutes } from '@candid/contracts';
import type { Person } from '@candid/testing';

export async function profileRequest(owner: Person, evaluatorsCount: number) {
  const photoIds = (await owner.photos('profile')).map(({ _id }) => _id);
  const { data } = await owner.expect(assessmentsRoutes.fetchGeneralComments);
  const commentsSelected = data.flatMap(({ id, quality }) =>
    quality.map(({ phraseId }): [number, number] => [id, phraseId]),
  );
  return { photoIds, evaluatorsCount, userId: owner.userId, commentsSelected };
}

/** Opens the profile and returns comments on it, with `score` on every slider. */
export async function evaluationFor(assessor: Person, groupId: string, score = 15, count = 2) {
  const { group } = await assessor.expect(evaluationGroupsRoutes.getGroup, { params: { groupId } });
  const { data } = await assessor.expect(assessmentsRoutes.fetchGeneralComments);
  const chosen = new Set(group.commentsSelected.map(String));
  const comments = data
    .flatMap(({ id, quality }) => quality.map((phrase) => ({ id, ...phrase })))
    .filter((phrase) => phrase.isScale && phrase.isHalf === null && !phrase.doubleNeg)
    .filter(({ id, phraseId }) => chosen.has(`${id},${phraseId}`))
    .slice(0, count)
    .map(({ id, phraseId }) => [id, phraseId, score]);
  return { groupId, userId: group.userId, raterId: assessor.userId, comments };
}

/** Moves a bank photo with enough ratings into the planner. */
export async function place(owner: Person, photoId: string): Promise<void> {
  await owner.expect(photosRoutes.setProfile, { params: { photoId } });
}
