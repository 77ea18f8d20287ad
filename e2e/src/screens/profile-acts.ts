import { evaluationGroupsRoutes } from '@candid/contracts';
import type { Person } from '@candid/testing';
import { evaluationFor, profileRequest } from '../people/profiles.js';

/** Starts a round of the profile and submits the ratings of `raters`; returns the group id. */
export async function profileTest(owner: Person, evaluators: number, raters: readonly Person[]): Promise<string> {
  const body = await profileRequest(owner, evaluators);
  const { groupId } = await owner.expect(evaluationGroupsRoutes.requestGroup, { body });
  for (const [turn, rater] of raters.entries()) {
    const evaluation = await evaluationFor(rater, groupId, 10 + turn * 3, 3);
    await rater.expect(evaluationGroupsRoutes.submitGeneralRating, { body: evaluation });
  }
  return groupId;
}

/** Confirms that the owner has seen the result. */
export const confirmed = (owner: Person, groupId: string) =>
  owner.expect(evaluationGroupsRoutes.endGroup, { params: { groupId }, body: { userId: owner.userId } });
