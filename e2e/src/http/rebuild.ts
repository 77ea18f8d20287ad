import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { assessmentsRoutes, type Photo } from '@candid/contracts';
import { eventually, Person, type RunningSystem } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectNothingHeld } from '../people/money.js';
import { onboardedOwner } from '../people/onboarded.js';
import { RacingOwner, readyToRate } from '../people/races.js';
import type { OwnSystem } from './own-system.js';

/**
 * Omits data that a rebuild may change: links, which are signed again on each read, and the adjusted score, which is
 * refitted whenever the number of ratings has grown by half.
 */
function lasting({ path: _path, renditions, fairScore, ...photo }: Photo) {
  return { ...photo, widths: renditions.map(({ width }) => width), raters: fairScore?.raters };
}

/** Defines the test of rebuilds during traffic. */
export const describeRebuilds = (started: () => OwnSystem): void =>
  describe('a rebuild beside traffic', () => {
    let system: RunningSystem;
    let support: Person;
    let assessors: Person[];
    let owner: RacingOwner;

    beforeAll(async () => {
      ({ system, support, assessors } = started());
      owner = new RacingOwner(await onboardedOwner(system, assessors), support);
    });

    const every = [
      'identity account',
      'photos photo',
      'assessments scores',
      'assessments photo-assessments',
      'assessments feed',
    ];

    /** Runs the operator's command. */
    async function rebuild(what: string): Promise<string> {
      const args = ['tools/rebuild.mjs', ...what.split(' '), '--data', system.dataDirectory];
      const { NODE_OPTIONS: _options, ...env } = process.env;
      const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(output);
      return output;
    }

    it('is seen by nobody: every call is answered as before, and every screen shows the same', async () => {
      const person = owner.person;
      const [looker] = assessors as [Person];
      // Several raters, because the openings of one assessor are rate-limited.
      const raters: Person[] = [];
      while (raters.length < 8) raters.push(await Person.approvedAssessor(system));
      const screens = async () => ({
        user: await person.user(),
        testing: (await person.photos('testing')).map(lasting),
        bank: (await person.photos('bank')).map(lasting),
        feed: (await looker.expect(assessmentsRoutes.listPublicTests)).data.map(({ userId }) => userId),
      });
      const before = await screens();
      let isRebuilding = true;
      const work = (async () => {
        for (const what of [...every, 'tokens ledger']) expect(await rebuild(what)).toContain('is rebuilt');
      })().finally(() => {
        isRebuilding = false;
      });
      let rounds = 0;
      while (isRebuilding) {
        const photoId = await owner.running(2);
        const submit = await readyToRate(raters[rounds % raters.length]!, person);
        expect((await submit()).status).toBe(201);
        const photos = await person.photos('testing');
        expect(photos.find(({ _id }) => _id === photoId)).toMatchObject({ testTimesRated: 1, testLimit: 2 });
        expect(await owner.remove(photoId)).toMatchObject({ status: 200, body: { refundTokens: 5 } });
        rounds += 1;
      }
      await work;
      expect(rounds).toBeGreaterThan(2);
      await expectNothingHeld(support, person);
      const tokenCount = before.user.tokenCount + 5 * rounds;
      // The notification count is unchanged, too, because each photo was removed together with its rating.
      await eventually(async () =>
        expect(await screens()).toEqual({ ...before, user: { ...before.user, tokenCount } }),
      );
    });
  });
