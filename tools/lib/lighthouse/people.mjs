import { assessmentsRoutes, identityRoutes, photosRoutes } from '@candid/contracts';
import { eventually, Person, submissionFor, twoPhonePictures } from '@candid/testing';

/** Makes an owner with results who is also an assessor. Resolves to the entries of this person's local storage. */
export async function makePerson(system) {
  const owner = await Person.approvedAssessor(system);
  await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(await twoPhonePictures()) });
  for (let turn = 0; turn < 4; turn += 1) {
    const assessor = await Person.approvedAssessor(system);
    const body = await submissionFor(assessor, owner.userId, 10 + turn);
    await assessor.expect(assessmentsRoutes.submitRatings, { body });
  }
  await eventually(async () => {
    if (!(await owner.user()).hasFirstTested) throw new Error('the ratings have not arrived yet');
  });
  await owner.expect(identityRoutes.dismissFirstLogin, { params: { userId: owner.userId } });
  return { token: owner.token, userId: owner.userId, approvedAssessor: 'true' };
}
