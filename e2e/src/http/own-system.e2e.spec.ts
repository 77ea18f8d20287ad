import { assessmentsRoutes, photosRoutes } from '@candid/contracts';
import { eventually, Person, submissionFor, twoPhonePictures } from '@candid/testing';
import { expect, it } from '@jest/globals';
import { expectBalancedBooks } from '../people/money.js';
import { persistently } from '../people/persistently.js';
import { describeActsInARow } from './acts-in-a-row.js';
import { describeGoldPairs } from './gold-pairs.js';
import { itLogsNoAddress, useOwnSystem } from './own-system.js';
import { describeRebuilds } from './rebuild.js';

/** One system for all tests that count things in the whole system or lock its tables. They run in sequence. */
const own = useOwnSystem();

describeGoldPairs(own);
describeRebuilds(own);
describeActsInARow(own);

it('goes on with the same data after its one process is killed in the middle of an upload and of a rating', async () => {
  const { system, support, assessors } = own();
  const [assessor] = assessors as [Person];
  const owner = await Person.signedUp(system);
  const { candid: before } = await system.pids();
  const form = await owner.uploadForm(await twoPhonePictures());
  const upload = persistently(owner, photosRoutes.uploadPhotos, { form });
  await system.kill('candid');
  await upload;

  const body = await eventually(() => submissionFor(assessor, owner.userId, 12));
  const submitted = persistently(assessor, assessmentsRoutes.submitRatings, { body });
  await system.kill('candid');
  await submitted;

  await eventually(async () => {
    expect(await owner.user()).toMatchObject({ notificationNumber: 1 });
    expect(await owner.photos('testing')).toHaveLength(2);
    await expectBalancedBooks(support);
  });
  expect((await system.pids())['candid']).not.toBe(before);
});

itLogsNoAddress(() => own().system);
