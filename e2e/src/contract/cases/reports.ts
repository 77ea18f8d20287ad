import { randomUUID } from 'node:crypto';
import { assessmentsRoutes, reportsRoutes as routes } from '@candid/contracts';
import type { Person } from '@candid/testing';
import { expect } from '@jest/globals';
import { appealTokenOf, openTest } from '../../people/moderation.js';
import { type Cases, type Refused, refuses } from '../case.js';
import type { Column, World } from '../world.js';
import { openPhoto, removedPhoto, reporter } from './moderated.js';
import { host, once } from './people.js';

const CHECK = 'Please check what you entered.';
const NO_PHOTO = { code: 'NOT_FOUND', message: 'There is no such photo.' } as const;
const NO_RATING = 'There is no such rating.';
const NO_BLOCK = 'There is no such block.';
const NO_DECISION = 'There is no decision that you can appeal against.';
const APPEALED = { code: 'ALREADY_APPEALED', message: 'You have appealed against this decision already.' } as const;
const NO_LINK = 'This link is not valid.';
/** Spec that provokes the refusal of too many blocks, which would take a thousand blocks here. */
const BLOCKS = 'services/assessments/src/blocks/blocks.unit.spec.ts';
/** Spec that provokes the refusal of a late appeal, which would take half a year here. */
const APPEAL_TIME = 'services/assessments/src/moderation/decide.unit.spec.ts';

const others = (refused: Refused): Partial<Record<Column, Refused>> =>
  Object.fromEntries(['another user', 'owner', 'support', 'moderator'].map((column) => [column, refused] as const));

const blocker = once((world) => world.newAssessor());

/** @returns a person whose photos the blocker has opened */
async function shownPerson(world: World): Promise<{ userId: string }> {
  const [owner, assessor] = await Promise.all([host(world), blocker(world)]);
  await world.runningPhoto(owner);
  await openTest(assessor, owner.userId);
  return { userId: owner.userId };
}

async function ratingOfOwn({ owner }: World): Promise<{ ratingId: string }> {
  const [photo] = await owner.photos('profile');
  const { currentRatings } = await owner.expect(assessmentsRoutes.getRatings, { params: { photoId: photo!._id } });
  return { ratingId: currentRatings[0]!.ratingId };
}

async function hidden(world: World): Promise<{ hideId: string }> {
  const { hideId } = await world.owner.expect(routes.hideFromAssessor, { body: await ratingOfOwn(world) });
  return { hideId };
}

const show = (owner: Person, hideId: string) => owner.expect(routes.showToAssessor, { params: { hideId } });

/** @returns a removed photo and the appeal token of the owner's mail */
const removedByMail = async (world: World) => {
  const removed = await removedPhoto(world);
  return { ...removed, token: await appealTokenOf(removed.owner, removed.reasons) };
};
const subject = once(removedByMail);

/** A removed photo whose owner, logged in, has appealed with the case's id. */
const appealed = once(async (world) => {
  const removed = await removedByMail(world);
  const body = { caseId: removed.caseId, text: 'I am 31 years old.' };
  await removed.owner.expect(routes.appeal, { body });
  return removed;
});

const notice = {
  reason: 'notOwn',
  location: 'the photo on the first page',
  text: 'This is a photo of me.',
  name: 'Sam',
  email: 'sam@people.example',
  isGoodFaith: true,
};

/** Token in the receipt of a notice with the gravest reason. */
const confirmToken = once(async ({ other }: World) => {
  const grave = { reason: 'minor', location: `/api/photos/${randomUUID()}`, email: other.email } as const;
  await other.expect(routes.sendNotice, { body: { ...notice, ...grave, isGoodFaith: true } });
  const mail = await other.mail((text) => text.includes('/confirm-notice?token='));
  return /\/confirm-notice\?token=(\S+)/.exec(mail)![1]!;
});

export const reportsCases: Cases = {
  report: {
    caller: 'an assessor without a slot',
    actor: reporter,
    columns: others(NO_PHOTO),
    request: async (world) => {
      const { photoId } = await openPhoto(world);
      return { body: { photoId, reason: 'notOwn', text: 'An actor.' } };
    },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, async (world) => [
        await reporter(world),
        { body: { photoId: randomUUID(), reason: 'dull' } },
      ]),
      refuses('NOT_FOUND', NO_PHOTO.message, async (world) => [
        await reporter(world),
        { body: { photoId: await world.bankPhoto(), reason: 'sexual' } },
      ]),
      refuses('ALREADY_REPORTED', 'You have reported this already. We look into it.', async (world) => {
        const [assessor, { photoId }] = [await reporter(world), await openPhoto(world)];
        await assessor.expect(routes.report, { body: { photoId, reason: 'contact' } });
        return [assessor, { body: { photoId, reason: 'hateful' } }];
      }),
    ],
  },
  listOwnReports: {
    request: () => ({}),
  },
  blockPerson: {
    actor: blocker,
    request: async (world) => ({ body: await shownPerson(world) }),
    check: async ({ status }, world, assessor) => {
      const { blocks } = await assessor.expect(routes.listBlocks);
      expect([status, blocks.map(({ userId }) => userId)]).toEqual([200, [(await host(world)).userId]]);
    },
    elsewhere: { CONFLICT: BLOCKS },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ assessor }) => [assessor, { body: { userId: 'nobody' } }]),
      refuses('NOT_FOUND', 'There is no such account.', ({ assessor }) => [
        assessor,
        { body: { userId: randomUUID() } },
      ]),
    ],
  },
  unblockPerson: {
    caller: 'an assessor without a slot',
    actor: blocker,
    columns: others({ code: 'NOT_FOUND', message: NO_BLOCK }),
    request: async (world, assessor) => {
      const { userId } = await host(world);
      await assessor.call(routes.blockPerson, { body: { userId } });
      return { params: { userId } };
    },
    refusals: [refuses('NOT_FOUND', NO_BLOCK, ({ assessor }) => [assessor, { params: { userId: randomUUID() } }])],
  },
  listBlocks: { request: () => ({}) },
  hideFromAssessor: {
    notFound: NO_RATING,
    request: async (world) => ({ body: await ratingOfOwn(world) }),
    check: async ({ body }, { owner }) => {
      const { hideId } = routes.hideFromAssessor.answer.parse(body);
      const { hiddenAssessors } = await owner.expect(routes.listBlocks);
      expect(hiddenAssessors).toMatchObject([{ hideId }]);
      await show(owner, hideId);
    },
    elsewhere: { CONFLICT: BLOCKS },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ owner }) => [owner, { body: { ratingId: 7 } }]),
      refuses('NOT_FOUND', NO_RATING, ({ owner }) => [owner, { body: { ratingId: randomUUID() } }]),
    ],
  },
  showToAssessor: {
    notFound: NO_BLOCK,
    request: async (world) => ({ params: await hidden(world) }),
    refusals: [refuses('NOT_FOUND', NO_BLOCK, ({ owner }) => [owner, { params: { hideId: randomUUID() } }])],
  },
  listStatements: {
    actor: async (world) => (await subject(world)).owner,
    request: () => ({}),
    check: async ({ body }, world, who) => {
      const { statements } = routes.listStatements.answer.parse(body);
      const { owner, photoId } = await subject(world);
      const own = statements.find((statement) => statement.photoId === photoId && statement.decision !== 'hold');
      if (who === owner) expect(own).toMatchObject({ decision: 'removePhoto', rule: 'adults', appeal: null });
      else expect(own).toBeUndefined();
    },
  },
  getStatementByToken: {
    request: async (world) => ({ params: { token: (await subject(world)).token } }),
    check: async ({ body }, world) => {
      const { photoId, reasons } = await subject(world);
      expect(body).toMatchObject({ statement: { photoId, decision: 'removePhoto', reasons } });
    },
    refusals: [refuses('NOT_FOUND', NO_LINK, ({ other }) => [other, { params: { token: 'x'.repeat(43) } }])],
  },
  appeal: {
    // The link works for everybody, but only once: the refused columns use a decision that has been appealed.
    columns: { ...others(APPEALED), 'an assessor without a slot': APPEALED, 'another user': 'answered' },
    request: async (world, who) => {
      const isOwn = who === world.other || who.userId === '';
      const { token } = await (isOwn ? removedByMail(world) : appealed(world));
      return { body: { token, text: 'I am 31 years old.' } };
    },
    elsewhere: { APPEAL_EXPIRED: APPEAL_TIME },
    refusals: [
      refuses('VALIDATION_FAILED', 'Name a token, a statement or a case.', ({ other }) => [
        other,
        { body: { text: 'Why?' } },
      ]),
      refuses('UNAUTHENTICATED', 'Please log in.', (world) => [
        world.person('anonymous'),
        { body: { caseId: randomUUID(), text: 'Why?' } },
      ]),
      refuses('NOT_FOUND', NO_DECISION, ({ other }) => [other, { body: { caseId: randomUUID(), text: 'Why?' } }]),
      refuses('NOT_FOUND', NO_DECISION, ({ other }) => [other, { body: { statementId: randomUUID(), text: 'Why?' } }]),
      refuses(APPEALED.code, APPEALED.message, async (world) => {
        const { owner, caseId } = await appealed(world);
        return [owner, { body: { caseId, text: 'I am 31 years old.' } }];
      }),
    ],
  },
  sendNotice: {
    request: () => ({ body: notice }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ other }) => [other, { body: { ...notice, isGoodFaith: false } }]),
      refuses('VALIDATION_FAILED', 'Please give your name and email.', ({ other }) => [
        other,
        { body: { ...notice, email: '' } },
      ]),
    ],
  },
  confirmNotice: {
    request: async (world) => ({ body: { token: await confirmToken(world) } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ other }) => [other, { body: {} }]),
      refuses('NOT_FOUND', NO_LINK, ({ other }) => [other, { body: { token: `${randomUUID()}.guessed` } }]),
    ],
  },
  findFace: {
    request: async (world) => ({ body: { jpeg: (await world.file()).bytes.toString('base64') } }),
    refusals: [refuses('VALIDATION_FAILED', CHECK, ({ other }) => [other, { body: { jpeg: 'no base64' } }])],
  },
};
