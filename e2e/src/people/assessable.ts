import { assessmentSettingsRoutes, evaluationGroupsRoutes, photosRoutes, supportRoutes } from '@candid/contracts';
import { Person, twoPhonePictures } from '@candid/testing';
import { onboardedOwner } from './onboarded.js';
import { profileRequest } from './profiles.js';

type System = Parameters<typeof Person.signedUp>[0];

/** An owner whose first two photos wait for assessors. */
export async function ownerWithTest(system: System): Promise<Person> {
  const owner = await Person.signedUp(system);
  await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(await twoPhonePictures()) });
  return owner;
}

/** Ends the first assessment, so that nobody can rate its photos any more. */
export async function endTest(owner: Person): Promise<void> {
  const [photo] = await owner.photos('testing');
  await owner.expect(photosRoutes.deactivate, { params: { photoId: photo!._id } });
}

interface Experienced {
  owner: Person;
  groupId: string;
}

/** Creates an owner with two photos: a profile assessment of one and a photo assessment of the other are running. */
export async function experiencedOwner(system: System, support: Person, assessors: Person[]): Promise<Experienced> {
  const owner = await onboardedOwner(system, assessors);
  const body = { amount: 100, reason: 'for a test' };
  await support.expect(supportRoutes.grant, { params: { userId: owner.userId }, body });
  const request = await profileRequest(owner, 3);
  const { groupId } = await owner.expect(evaluationGroupsRoutes.requestGroup, { body: request });
  const [photo] = await owner.photos('bank');
  await owner.expect(assessmentSettingsRoutes.reactivate, {
    params: { photoId: photo!._id },
    body: {
      testLimit: 3,
      ratingRequired: true,
      commentsRequired: false,
      commentsNegative: true,
      commentsSelected: [],
      minComments: 0,
    },
  });
  return { owner, groupId };
}
