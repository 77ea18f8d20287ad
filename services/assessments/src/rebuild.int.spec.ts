import { randomUUID } from 'node:crypto';
import { assessmentsRpc, photosEvents } from '@candid/contracts';
import { rebuildProjection } from '@candid/platform/persistence';
import { rebuildBesideWrites } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture } from './assessments.fixture.spec.js';
import { type RaterEvent, raterStreamId } from './assessor-quality/domain/events.js';
import { goldStreamId } from './assessor-quality/gold/domain/gold-pair.js';
import { entities } from './entities.js';
import { GroupsFixture } from './profile-assessment/groups.fixture.spec.js';
import { projections } from './projections.js';

/** What happens beside the rebuild of each projection: it has to touch every table and every kind of change. */
type Writes = (assessments: AssessmentsFixture, groups: GroupsFixture) => Promise<unknown>;
const writes: Record<string, Writes> = {
  scores: async (assessments) => {
    const test = await ratedTest(assessments);
    await assessments.end(test.ownerId, test.photoIds[0]!);
    const reset = await ratedTest(assessments);
    const deleted = { photoId: reset.photoIds[1]!, userId: reset.ownerId };
    const deletion = await assessments.publish(photosEvents.PhotoDeleted, deleted, `photo-${deleted.photoId}`, 9);
    await assessments.settled('forget-on-photo-deleted', deletion);
    await ratedTest(assessments);
  },
  tests: async (assessments) => {
    const { ownerId: userId, testId } = await assessments.openedTest();
    await assessments.rpc.call(assessmentsRpc.abandonStart, { userId, testId }, assessments.context(userId));
    const { ownerId, photoIds } = await assessments.startedTest();
    await assessments.end(ownerId, photoIds[0]!);
    await assessments.startedTest();
  },
  feed: async (assessments) => {
    const test = await ratedTest(assessments);
    const [holder, other] = await assessments.assessors(2);
    await assessments.open(holder!, test.ownerId);
    await assessments.open(other!, test.ownerId);
    await assessments.submit(test, other!);
    const ended = await ratedTest(assessments);
    await assessments.end(ended.ownerId, ended.photoIds[0]!);
  },
  groups: async (assessments, groups) => {
    const { ownerId, firstTest } = await assessments.onboardedOwner();
    const photoIds = firstTest.photoIds.slice(0, 1);
    const { groupId } = await groups.request(ownerId, photoIds, { evaluatorsCount: 3 });
    const [rita, rob] = await assessments.assessors(2);
    await groups.evaluate(groupId, ownerId, rita!);
    await groups.openGroup(rob!, groupId);
    await groups.change(ownerId, groupId, { evaluatorsCount: 4 });
    await groups.change(ownerId, groupId, { evaluatorsCount: 2, commentsSelected: [[51, 101]] });
    await groups.evaluate(groupId, ownerId, rob!);
    await groups.end(ownerId, groupId);
    await groups.change(ownerId, groupId, { evaluatorsCount: 2 });
    await groups.openGroup(rita!, groupId);
    const deleted = { photoId: photoIds[0]!, userId: ownerId };
    const deletion = await assessments.publish(photosEvents.PhotoDeleted, deleted, `photo-${deleted.photoId}`, 9);
    await assessments.settled('forget-on-photo-deleted', deletion);
    const other = await assessments.onboardedOwner();
    const running = await groups.request(other.ownerId, other.firstTest.photoIds.slice(0, 1), { evaluatorsCount: 2 });
    await groups.evaluate(running.groupId, other.ownerId, rob!);
    await groups.openGroup(rita!, running.groupId);
  },
  raters: async (assessments) => {
    const test = await ratedTest(assessments);
    const [rita, rob] = await assessments.assessors(2);
    await assessments.open(rita!, test.ownerId);
    await assessments.open(rob!, test.ownerId);
    await assessments.submit(test, rita!);
    await assessments.end(test.ownerId, test.photoIds[0]!);
    const at = assessments.clock().toISOString();
    await judgedAs(assessments, rita!, [
      { type: 'RaterWarned', data: { raterId: rita!, signal: 'hurried', warnedAt: at } },
      { type: 'RaterPaused', data: { raterId: rita!, signal: 'hurried', spoiledSubmissionIds: [], pausedAt: at } },
      { type: 'PauseAppealed', data: { raterId: rita!, appealedAt: at } },
    ]);
    const goldId = randomUUID();
    const photos = { finePhotoId: randomUUID(), badPhotoId: randomUUID() };
    const pair = { goldId, ownerId: rob!, ...photos, registeredAt: at };
    await assessments.store.append({
      streams: [
        { streamId: goldStreamId(goldId), expectedVersion: 0, events: [{ type: 'GoldPairRegistered', data: pair }] },
      ],
      metadata: { correlationId: goldId },
    });
    await judgedAs(assessments, rob!, [
      { type: 'RaterWarned', data: { raterId: rob!, signal: 'skipping', warnedAt: at } },
      { type: 'RaterRecovered', data: { raterId: rob!, recoveredAt: at } },
    ]);
  },
};

async function judgedAs({ store }: AssessmentsFixture, raterId: string, events: RaterEvent[]): Promise<void> {
  const streams = [{ streamId: raterStreamId(raterId), expectedVersion: 0, events }];
  await store.append({ streams, metadata: { correlationId: raterId } });
}

async function ratedTest(assessments: AssessmentsFixture) {
  const test = await assessments.startedTest();
  const [first, second] = await assessments.assessors(2);
  await assessments.submit(test, first!, { score: 5 });
  await assessments.submit(test, second!, { score: 17 });
  return test;
}

describe('a projection rebuilt beside traffic', () => {
  let assessments: AssessmentsFixture;
  let groups: GroupsFixture;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    groups = await GroupsFixture.start(assessments);
  });
  afterAll(async () => {
    await groups.stop();
    await assessments.stop();
  });

  it.each(projections.map((Projection) => new Projection()))('$name: has the same rows', async (projection) => {
    const { session, databaseUrl } = assessments;
    const write = writes[projection.name];
    if (!write) throw new Error(`say what happens beside the rebuild of ${projection.name}`);
    const rebuilt = await rebuildBesideWrites({
      session,
      rebuild: () => rebuildProjection({ databaseUrl, entities, projection, batchSize: 5 }),
      write: () => write(assessments, groups),
    });
    for (const table of projection.tables) expect(rebuilt.before[table]).not.toEqual([]);
    expect(rebuilt.after).toEqual(rebuilt.before);
    expect(rebuilt.writesBeside).toBeGreaterThan(2);
    expect(rebuilt.beside).not.toEqual(rebuilt.after);
    expect(rebuilt.undisturbed).toEqual(rebuilt.beside);
  });
});
