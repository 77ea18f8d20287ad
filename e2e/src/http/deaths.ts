import { setTimeout as pause } from 'node:timers/promises';
import { accountRoutes, photosRoutes, evaluationGroupsRoutes as routes } from '@candid/contracts';
import { eventually, giveTokens, Person, type RunningSystem, twoPhonePictures } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectBalance, expectNothingHeld } from '../people/money.js';
import { onboardedOwner } from '../people/onboarded.js';
import { persistently } from '../people/persistently.js';
import { evaluationFor, profileRequest } from '../people/profiles.js';
import type { OwnSystem } from './own-system.js';

/** Defines the tests of services that are killed during a request. The tests retry as the app does. */
export const describeDeaths = (started: () => OwnSystem): void =>
  describe('the death of a service', () => {
    let system: RunningSystem;
    let support: Person;
    let assessors: Person[];

    beforeAll(() => {
      ({ system, support, assessors } = started());
    });

    it('that was away does not keep the photos of a deleted account, whose live stream ends', async () => {
      const late = await Person.signedUp(system);
      await late.expect(photosRoutes.uploadPhotos, {
        form: await late.uploadForm(await twoPhonePictures(), 'unrated'),
      });
      const [photo] = await late.photos('bank');
      const live = await fetch(`${system.baseUrl}/api/events`, { headers: { authorization: `Bearer ${late.token}` } });
      await system.kill('photos');
      await late.expect(accountRoutes.deleteAccount, { body: { password: late.password } });
      await live.text();
      const link = new URL(photo!.path, system.baseUrl).href;
      await eventually(async () => expect((await fetch(link)).status).toBe(404));
    });

    it('that cuts leaves exactly one photo of each crop that is sent again', async () => {
      const owner = await Person.signedUp(system);
      const [picture] = await twoPhonePictures();
      const form = await owner.uploadForm([picture!], 'unrated');
      const { photos } = await owner.expect(photosRoutes.uploadPhotos, { form });
      let [photoId] = photos.map(({ _id }) => _id);
      const { width, height } = await owner.expect(photosRoutes.getOriginal, { params: { photoId: photoId! } });
      const high = Math.min(height, (width * 5) / 4) / 2;
      const box = { left: 0, top: 0, width: (high * 4) / 5 / width, height: high / height };
      const body = { crop: { turn: 0 as const, tilt: 0, ...box } };
      for (const waitMs of [20, 150, 400]) {
        const cropped = persistently(owner, photosRoutes.cropAgain, { params: { photoId: photoId! }, body });
        await pause(waitMs);
        await system.kill('photos');
        photoId = (await cropped).photo._id;
        await eventually(async () => {
          expect((await owner.photos('bank')).map(({ _id }) => _id)).toEqual([photoId]);
        });
      }
    });

    it('that books costs nobody the refund of a profile assessment', async () => {
      const owner = await onboardedOwner(system, assessors);
      const [assessor] = assessors as [Person];
      await giveTokens(support, owner.userId, 10);
      const { userId } = owner;
      const { groupId } = await owner.expect(routes.requestGroup, { body: await profileRequest(owner, 2) });
      const body = await evaluationFor(assessor, groupId);
      const before = (await assessor.user()).tokenCount;
      await Promise.all([system.kill('tokens'), system.kill('tokens-worker')]);
      const { tokensEarned } = await persistently(assessor, routes.submitGeneralRating, { body });
      const ended = await persistently(owner, routes.endGroup, { params: { groupId }, body: { userId } });
      expect([tokensEarned, ended.refundedTokens]).toEqual([10, 5]);
      await expectBalance(owner, 5);
      await expectBalance(assessor, before + 10);
      await expectNothingHeld(support, owner);
    });
  });
