import {
  assessmentSettingsRoutes,
  identityRoutes,
  type PhotoId,
  photosRoutes,
  reportsRoutes,
  type UserId,
} from '@candid/contracts';
import type { Person } from '@candid/testing';
import { caseOf, claim, decide, openTest } from '../../people/moderation.js';
import { type Provocation, refuses } from '../case.js';
import type { Sent } from '../wire.js';
import { SETTINGS, type World } from '../world.js';
import { once } from './people.js';

interface OpenPhoto {
  owner: Person;
  photoId: PhotoId;
}

export const ON_HOLD = 'This photo is on hold until a moderator has looked at it.';

/** The largest number of photos in one photo assessment. */
const TOGETHER = 6;

export const reporter = once((world) => world.newAssessor());
const owner = once((world) => world.newOwner());
const opened = once(async (): Promise<OpenPhoto[]> => []);

/** @returns a photo that the reporter has open. Creates six at a time, and first ends the previous six assessments. */
export async function openPhoto(world: World): Promise<OpenPhoto> {
  const waiting = await opened(world);
  if (waiting.length === 0) waiting.push(...(await sixOpenPhotos(world)));
  return waiting.pop()!;
}

async function sixOpenPhotos(world: World): Promise<OpenPhoto[]> {
  const [person, assessor] = await Promise.all([owner(world), reporter(world)]);
  for (const { _id } of await person.photos('testing')) await world.endAssessment(_id, person);
  const files = await Promise.all(Array.from({ length: TOGETHER }, () => world.file()));
  const form = await person.uploadForm(files, 'unrated');
  const { photos } = await person.expect(photosRoutes.uploadPhotos, { form });
  const photoIds = photos.map(({ _id }) => _id);
  await person.expect(assessmentSettingsRoutes.startAssessments, { body: { ...SETTINGS, photoIds } });
  await openTest(assessor, person.userId);
  return photoIds.map((photoId) => ({ owner: person, photoId }));
}

/** @returns a photo that a report holds, and its waiting case */
export async function heldPhoto(world: World): Promise<OpenPhoto & { caseId: string }> {
  const opening = await openPhoto(world);
  const { photoId } = opening;
  const assessor = await reporter(world);
  await assessor.expect(reportsRoutes.report, { body: { photoId, reason: 'minor' } });
  return { ...opening, caseId: (await caseOf(world.moderator, photoId)).caseId };
}

const aHeldPhoto = once(heldPhoto);

/** Provokes the refusal of a call about a held photo. */
export const refusesHeld = (message: string, sentOf: (photoId: PhotoId) => Sent): Provocation =>
  refuses('PHOTO_HELD', message, async (world) => {
    const held = await aHeldPhoto(world);
    return [held.owner, sentOf(held.photoId)];
  });

/** @returns a photo that the moderator has removed. Its `reasons` are unique, so that its mail can be found. */
export async function removedPhoto(world: World, moderator = world.moderator) {
  const held = await heldPhoto(world);
  const reasons = `The case ${held.caseId} shows it.`;
  await decide(moderator, held.caseId, { decision: 'removePhoto', rule: 'adults', reasons });
  return { ...held, reasons };
}

/** @returns the case of a photo that the other moderator has removed and whose owner has appealed */
export async function appealedPhoto(world: World): Promise<string> {
  const { owner: person, caseId } = await removedPhoto(world, world.otherModerator);
  await person.expect(reportsRoutes.appeal, { body: { caseId, text: 'I am 31 years old.' } });
  return caseId;
}

/** @returns a case that the other moderator has claimed */
export async function claimedByOther(world: World): Promise<string> {
  const { caseId } = await heldPhoto(world);
  await claim(world.otherModerator, caseId);
  return caseId;
}

/** @returns a decided case that another report has opened again, and that the other moderator has claimed */
export async function reopenedByOther(world: World): Promise<string> {
  const { owner: person, photoId, caseId } = await heldPhoto(world);
  await decide(world.moderator, caseId, { decision: 'noViolation' });
  const assessor = await world.newAssessor();
  await openTest(assessor, person.userId);
  await assessor.expect(reportsRoutes.report, { body: { photoId, reason: 'contact' } });
  await claim(world.otherModerator, caseId);
  return caseId;
}

/** @returns a case in which the other moderator proposes to close the account of a new person */
export async function proposedClosure(world: World): Promise<string> {
  const { caseId } = await reportedNewcomer(world);
  await decide(world.otherModerator, caseId, { decision: 'closeAccount', rule: 'adults' });
  return caseId;
}

async function reportedNewcomer(world: World): Promise<{ person: Person; caseId: string }> {
  const [person, assessor] = await Promise.all([world.newcomer(), reporter(world)]);
  const files = [await world.file('one.jpg'), await world.file('two.jpg')];
  await person.expect(photosRoutes.uploadPhotos, { form: await person.uploadForm(files) });
  const photoId = await firstOpen(assessor, person.userId);
  await assessor.expect(reportsRoutes.report, { body: { photoId, reason: 'minor' } });
  return { person, caseId: (await caseOf(world.moderator, photoId)).caseId };
}

/** A new person whose account is suspended for a week. The person still sends the cookie of the ended session. */
export const suspendedPerson = once(async (world) => {
  const { person, caseId } = await reportedNewcomer(world);
  await person.logIn();
  await decide(world.moderator, caseId, { decision: 'suspendAccount', rule: 'adults', days: 7 });
  await world.settled(async () => {
    const { status } = await person.call(identityRoutes.refresh);
    if (status !== 403) throw new Error(`still refreshes: ${status}`);
  });
  return person;
});

async function firstOpen(assessor: Person, ownerId: UserId): Promise<PhotoId> {
  const { data } = photosRoutes.openTest.answer.parse((await openTest(assessor, ownerId)).body);
  return data[0]!.photos[0]!._id;
}
