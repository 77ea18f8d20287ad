import { assessmentSettingsRoutes, type PhotoId, photosRoutes, reportsRoutes, type UserId } from '@candid/contracts';
import type { Person } from '@candid/testing';
import { appealTokenOf, caseOf, claim, decide, openTest } from '../../people/moderation.js';
import { SETTINGS, type World } from '../world.js';
import { once } from './people.js';

interface OpenPhoto {
  owner: Person;
  photoId: PhotoId;
}

/** As many as may be assessed together. */
const TOGETHER = 6;

export const reporter = once((world) => world.newAssessor());
const opened = once(async (): Promise<OpenPhoto[]> => []);

/** A photo that the reporter has open. They are made six at a time, each six of an owner of their own. */
export async function openPhoto(world: World): Promise<OpenPhoto> {
  const waiting = await opened(world);
  if (waiting.length === 0) waiting.push(...(await sixOpenPhotos(world)));
  return waiting.pop()!;
}

async function sixOpenPhotos(world: World): Promise<OpenPhoto[]> {
  const [owner, assessor] = await Promise.all([world.newOwner(), reporter(world)]);
  const files = await Promise.all(Array.from({ length: TOGETHER }, () => world.file()));
  const form = await owner.uploadForm(files, 'unrated');
  const { photos } = await owner.expect(photosRoutes.uploadPhotos, { form });
  const photoIds = photos.map(({ _id }) => _id);
  await owner.expect(assessmentSettingsRoutes.startAssessments, { body: { ...SETTINGS, photoIds } });
  await openTest(assessor, owner.userId);
  return photoIds.map((photoId) => ({ owner, photoId }));
}

/** A case that waits, about a photo that a report holds. */
export async function heldPhoto(world: World): Promise<OpenPhoto & { caseId: string }> {
  const { owner, photoId } = await openPhoto(world);
  const assessor = await reporter(world);
  await assessor.expect(reportsRoutes.report, { body: { photoId, reason: 'minor' } });
  return { owner, photoId, caseId: (await caseOf(world.moderator, photoId)).caseId };
}

/** A photo that a moderator has removed, with the statement's token as its mail has it. */
export async function removedPhoto(world: World, moderator = world.moderator) {
  const { owner, photoId, caseId } = await heldPhoto(world);
  const { decisions } = await decide(moderator, caseId, { decision: 'removePhoto', rule: 'adults' });
  return { owner, photoId, caseId, token: appealTokenOf(decisions.at(-1)!.statementId) };
}

/** One that the other moderator has removed, and that its owner has appealed against. */
export async function appealedPhoto(world: World): Promise<string> {
  const { caseId, token } = await removedPhoto(world, world.otherModerator);
  await world.other.expect(reportsRoutes.appeal, { body: { token, text: 'I am 31 years old.' } });
  return caseId;
}

/** Works for the other moderator, so that the case is claimed for everybody else. */
export async function claimedByOther(world: World): Promise<string> {
  const { caseId } = await heldPhoto(world);
  await claim(world.otherModerator, caseId);
  return caseId;
}

/** Of somebody who has just come, whose account the other moderator wants to close. */
export async function proposedClosure(world: World): Promise<string> {
  const [person, assessor] = await Promise.all([world.newcomer(), reporter(world)]);
  const files = [await world.file('one.jpg'), await world.file('two.jpg')];
  await person.expect(photosRoutes.uploadPhotos, { form: await person.uploadForm(files) });
  const photoId = await firstOpen(assessor, person.userId);
  await assessor.expect(reportsRoutes.report, { body: { photoId, reason: 'minor' } });
  const { caseId } = await caseOf(world.moderator, photoId);
  await decide(world.otherModerator, caseId, { decision: 'closeAccount', rule: 'adults' });
  return caseId;
}

async function firstOpen(assessor: Person, ownerId: UserId): Promise<PhotoId> {
  const { data } = photosRoutes.openTest.answer.parse((await openTest(assessor, ownerId)).body);
  return data[0]!.photos[0]!._id;
}
