import { assessmentsRoutes, photosRoutes } from '@candid/contracts';
import { eventually, Person, submissionFor, twoPhonePictures } from '@candid/testing';
import { expect } from '@jest/globals';

type System = Parameters<typeof Person.signedUp>[0];

/** Each assessor rates the owner's photos in `testing`, one after another. */
export async function rateAll(owner: Person, assessors: readonly Person[]): Promise<void> {
  for (const assessor of assessors) {
    const body = await submissionFor(assessor, owner.userId, 12);
    await assessor.expect(assessmentsRoutes.submitRatings, { body });
  }
}

/** An owner after the first assessment, with a photo in the planner, one in the bank, and no tokens left. */
export async function onboardedOwner(system: System, assessors: readonly Person[]): Promise<Person> {
  const owner = await Person.signedUp(system);
  await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(await twoPhonePictures()) });
  await finishFirstAssessment(owner, assessors);
  return owner;
}

/** Rates both photos of the first assessment, then moves one to the planner and the other to the bank. */
export async function finishFirstAssessment(owner: Person, assessors: readonly Person[]): Promise<void> {
  await rateAll(owner, assessors);
  const [first, second] = await owner.photos('testing');
  await eventually(async () => expect((await owner.user()).hasFirstTested).toBe(true));
  await owner.expect(photosRoutes.setProfile, { params: { photoId: first!._id } });
  await owner.expect(photosRoutes.deactivate, { params: { photoId: second!._id } });
}
