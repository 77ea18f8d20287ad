import { randomUUID } from 'node:crypto';
import * as contracts from '@candid/contracts';
import {
  assessmentsRoutes,
  identityRoutes,
  photosRoutes,
  type Route,
  reportsRoutes,
  type UserId,
} from '@candid/contracts';
import { type Person, submissionFor } from '@candid/testing';

/** Every call of the contract that takes the id of another person's thing; calls added later are included. */
const routes = Object.entries(contracts)
  .filter(([name]) => name.endsWith('Routes'))
  .flatMap(([, group]) => Object.values(group as Record<string, Route>))
  .filter(({ audience }) => audience === 'user' || audience === 'assessor')
  .filter(({ ownedFields, otherFields }) => (ownedFields?.length ?? 0) + (otherFields?.length ?? 0) > 0);
/** Calls that `surfaceOf` makes itself, in a fixed order. */
const inOrder = new Set<string>([
  photosRoutes.openTest.id,
  identityRoutes.getLookingFor.id,
  assessmentsRoutes.submitRatings.id,
  reportsRoutes.report.id,
  reportsRoutes.blockPerson.id,
  reportsRoutes.unblockPerson.id,
]);

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Replaces values that differ between any two people: ids (except their version), times, links and random preferences.
 * Subtracts `timesRated` from counts of ratings.
 */
export function shapeOf(value: unknown, timesRated = 0): unknown {
  const text = JSON.stringify(value ?? null)
    .replaceAll(uuid, '<id of version $1>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/expires=\d+&signature=[A-Za-z0-9_-]+/g, '<signed>')
    .replaceAll(/data:image[^"]+/g, '<preview>')
    .replaceAll(/"(gender|relationshipType)":"\w+"/g, '"$1":"<wish>"')
    .replaceAll(/"testTimesRated":(\d+)/g, (_, count) => `"testTimesRated":${Number(count) - timesRated}`)
    .replaceAll(/"slotSecondsLeft":\d+/g, '"slotSecondsLeft":"<seconds>"')
    .replaceAll(/"(score|rating)":\d+/g, '"$1":"<score>"')
    .replaceAll(/"tokenCount":\d+/g, '"tokenCount":"<tokens>"');
  return JSON.parse(text);
}

interface Target {
  userId: UserId;
  photoIds: string[];
  testId: string;
}

/** Returns all answers about a person that an assessor gets before, during and after an opening, and their shapes. */
export async function surfaceOf(rater: Person, userId: UserId, baseUrl: string) {
  const raw: Record<string, unknown> = {};
  const entry = async () =>
    (await rater.expect(assessmentsRoutes.listPublicTests)).data.find((one) => one.userId === userId);
  const open = () => rater.call(photosRoutes.openTest, { params: { userId }, query: { currentUserId: rater.userId } });
  const wishes = () => rater.call(identityRoutes.getLookingFor, { params: { userId } });
  const listed = await entry();
  raw.listed = listed;
  // The list contains no photo ids, so an assessor can only guess them before opening the photos.
  const guessed = {
    userId,
    photoIds: listed!.photos.map(() => randomUUID() as string),
    testId: randomUUID() as string,
  };
  let { photoIds } = guessed;
  const report = () => rater.call(reportsRoutes.report, { body: { photoId: photoIds[0]!, reason: 'contact' } });
  const block = () => rater.call(reportsRoutes.blockPerson, { body: { userId } });
  raw.wishesBefore = await wishes();
  raw.reportedBefore = await report();
  raw.blockedBefore = await block();
  raw.callsBefore = await everyCall(rater, guessed);
  const nonsense = () => ({
    userId,
    raterId: rater.userId,
    ratings: [{ photoId: photoIds[0]!, rating: 21, comments: [] }],
  });
  raw.partBefore = await rater.call(assessmentsRoutes.submitRatings, { body: nonsense() as never });
  const opened = await open();
  raw.opened = opened;
  const { data } = photosRoutes.openTest.answer.parse(opened.body);
  photoIds = data[0]!.photos.map(({ _id }) => _id);
  const target = { userId, photoIds, testId: data[0]!.photos[0]!.testId! };
  raw.openedAgain = await open();
  raw.wishes = await wishes();
  raw.callsWhile = await everyCall(rater, target);
  raw.part = await rater.call(assessmentsRoutes.submitRatings, { body: nonsense() as never });
  const paths = data[0]!.photos.flatMap(({ path, renditions }) => [
    path,
    ...renditions.map((rendition) => rendition.path),
  ]);
  raw.pictures = await pictures(paths, baseUrl);
  const body = await submissionFor(rater, userId, 12);
  raw.submitted = await rater.call(assessmentsRoutes.submitRatings, { body });
  raw.submittedAgain = await rater.call(assessmentsRoutes.submitRatings, { body });
  const others = { ...body, ratings: body.ratings.map((rating) => ({ ...rating, rating: 3 })) };
  raw.submittedOtherwise = await rater.call(assessmentsRoutes.submitRatings, { body: others });
  raw.openedAfter = await open();
  raw.wishesAfter = await wishes();
  raw.callsAfter = await everyCall(rater, target);
  raw.picturesAfter = await pictures(paths, baseUrl);
  raw.listedAfter = (await entry()) ?? 'gone';
  raw.reported = [await report(), await report()];
  raw.blocked = [await block(), await rater.call(reportsRoutes.unblockPerson, { params: { userId } })];
  raw.blocks = await rater.call(reportsRoutes.listBlocks);
  return { raw, shapes: shapeOf(raw, listed!.photos[0]!.testTimesRated) };
}

async function everyCall(rater: Person, { userId, photoIds, testId }: Target): Promise<unknown[]> {
  const answers = [];
  for (const route of routes.filter(({ id }) => !inOrder.has(id))) {
    const mine = (route.callerFields ?? []).some((field) => field.endsWith('.userId'));
    const ids = { userId: mine ? rater.userId : userId, photoId: photoIds[0]!, testId, groupId: testId };
    const sent = {
      ...(route.params && { params: ids }),
      ...(route.body && { body: { ...ids, photoIds, raterId: rater.userId, ratings: [], difference: 1 } }),
    };
    const { status, body } = await rater.call(route as never, sent as never);
    answers.push({ id: route.id, status, body });
  }
  return answers;
}

async function pictures(paths: string[], baseUrl: string): Promise<unknown[]> {
  return Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(new URL(path, baseUrl));
      await answer.arrayBuffer();
      const names = [...answer.headers.keys()].filter((name) => name !== 'content-length').sort();
      return { path, status: answer.status, type: answer.headers.get('content-type'), names };
    }),
  );
}
