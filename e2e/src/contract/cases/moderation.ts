import { randomUUID } from 'node:crypto';
import { moderationRoutes as routes } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { expect } from '@jest/globals';
import { claim, decide } from '../../people/moderation.js';
import { type Cases, type Provocation, refuses } from '../case.js';
import type { World } from '../world.js';
import {
  appealedPhoto,
  claimedByOther,
  heldPhoto,
  proposedClosure,
  removedPhoto,
  reopenedByOther,
} from './moderated.js';

const CHECK = 'Please check what you entered.';
const NO_CASE = 'There is no such case.';
const reasons = 'You look older than 18.';

/** Refusals of every call that changes a case. */
const changes = (body: object): Provocation[] => [
  refuses('VALIDATION_FAILED', CHECK, async (world) => [
    world.moderator,
    { params: { caseId: randomUUID() }, body: { reasons: 7, release: 7 } },
  ]),
  refuses('NOT_FOUND', NO_CASE, ({ moderator }) => [moderator, { params: { caseId: randomUUID() }, body }]),
];

const conflict = (message: string, body: object, caseOf: (world: World) => Promise<string>): Provocation =>
  refuses('CONFLICT', message, async (world) => [world.moderator, { params: { caseId: await caseOf(world) }, body }]);

const claimed = (body: object, caseOf: (world: World) => Promise<string>): Provocation =>
  refuses('CASE_CLAIMED', 'Another moderator works on this case.', async (world) => [
    world.moderator,
    { params: { caseId: await caseOf(world) }, body },
  ]);

const heldCase = async (world: World) => (await heldPhoto(world)).caseId;
const removedCase = async (world: World) => (await removedPhoto(world)).caseId;
const noViolation = { decision: 'noViolation', reasons };
const granted = { isGranted: true, reasons };

export const moderationCases: Cases = {
  listCases: {
    request: async (world) => {
      await heldPhoto(world);
      return { query: { limit: '1' } };
    },
    check: ({ body }) => expect(body).toMatchObject({ cases: [{ severity: 1 }] }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ moderator }) => [moderator, { query: { status: 'lost' } }]),
      refuses('VALIDATION_FAILED', 'This is not a cursor of this list.', ({ moderator }) => [
        moderator,
        { query: { cursor: 'none' } },
      ]),
    ],
  },
  getCase: {
    request: async (world) => ({ params: { caseId: await heldCase(world) } }),
    check: ({ body }) => {
      const { case: shown } = routes.getCase.answer.parse(body);
      expect(shown).toMatchObject({ status: 'open', notices: [], photos: [{ photoId: shown.photoId, state: 'kept' }] });
      expect(shown.detail).toMatchObject([{ reason: 'minor', history: { weight: expect.any(Number) } }]);
    },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ moderator }) => [
        moderator,
        { params: { caseId: randomUUID() }, query: { cursor: 'none' } },
      ]),
      refuses('VALIDATION_FAILED', 'This is not a cursor of this list.', async (world) => [
        world.moderator,
        { params: { caseId: await heldCase(world) }, query: { cursor: randomUUID() } },
      ]),
      refuses('NOT_FOUND', NO_CASE, ({ moderator }) => [moderator, { params: { caseId: randomUUID() } }]),
    ],
  },
  claimCase: {
    request: async (world) => ({ params: { caseId: await heldCase(world) }, body: {} }),
    check: ({ body }, { moderator: { userId } }) => expect(body).toMatchObject({ case: { claimedBy: userId } }),
    refusals: [
      ...changes({}),
      conflict('This case does not wait for a decision.', {}, removedCase),
      claimed({}, claimedByOther),
    ],
  },
  decideCase: {
    request: async (world) => {
      const caseId = await heldCase(world);
      await claim(world.moderator, caseId);
      return { params: { caseId }, body: noViolation };
    },
    check: ({ body }) => expect(body).toMatchObject({ case: { status: 'decided', isHeld: false } }),
    refusals: [
      ...changes(noViolation),
      refuses('VALIDATION_FAILED', 'Please name the rule.', async (world) => {
        const caseId = await heldCase(world);
        await claim(world.moderator, caseId);
        return [world.moderator, { params: { caseId }, body: { decision: 'removePhoto', reasons } }];
      }),
      conflict('Please claim the case first.', noViolation, heldCase),
      claimed(noViolation, claimedByOther),
    ],
  },
  confirmClosure: {
    request: async (world) => ({
      params: { caseId: await proposedClosure(world) },
      body: { isConfirmed: true, reasons },
    }),
    check: ({ body }, { moderator: { userId } }) => {
      const { case: shown } = routes.confirmClosure.answer.parse(body);
      expect(shown.decisions.find(({ decision }) => decision === 'closeAccount')).toMatchObject({
        confirmedBy: userId,
      });
      expect(shown.subject).toMatchObject({ isClosed: true });
    },
    refusals: [
      ...changes({ isConfirmed: true, reasons }),
      conflict('There is no closure to confirm.', { isConfirmed: true, reasons }, heldCase),
    ],
  },
  undoDecision: {
    request: async (world) => ({ params: { caseId: await removedCase(world) }, body: { reasons } }),
    check: ({ body }) => expect(body).toMatchObject({ case: { status: 'open', isHeld: true } }),
    refusals: [
      ...changes({ reasons }),
      conflict('There is no decision to undo.', { reasons }, heldCase),
      conflict('This decision was appealed: it can no longer be undone.', { reasons }, appealedPhoto),
      claimed({ reasons }, reopenedByOther),
    ],
  },
  decideAppeal: {
    request: async (world) => ({ params: { caseId: await appealedPhoto(world) }, body: granted }),
    check: ({ body }) => expect(body).toMatchObject({ case: { status: 'decided', isHeld: false } }),
    refusals: [
      ...changes(granted),
      conflict('There is no appeal to decide.', granted, removedCase),
      claimed(granted, async (world) => {
        const caseId = await appealedPhoto(world);
        await claim(world.otherModerator, caseId);
        return caseId;
      }),
    ],
  },
  transparencyReport: {
    request: () => ({ query: { from: '2026-01-01', to: '2126-01-01' } }),
    check: ({ body }) => expect(body).toMatchObject({ report: { from: '2026-01-01' } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ moderator }) => [moderator, { query: { from: 'may', to: 'june' } }]),
    ],
  },
  getEvidence: {
    request: async (world) => {
      const { caseId } = await heldPhoto(world);
      await decide(world.moderator, caseId, { decision: 'passOn', rule: 'law' });
      return { params: { caseId } };
    },
    check: async ({ body }, { system }) => {
      const { case: shown } = routes.getEvidence.answer.parse(body);
      expect(shown).toMatchObject({ isUnderLegalHold: true, photos: [{ state: 'legal-hold' }] });
      // The worker moves the picture to the evidence after the decision.
      await eventually(async () => {
        const picture = await fetch(new URL(shown.photos[0]!.renditions[0]!.path, system.baseUrl));
        expect([picture.status, picture.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      });
    },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ safetyLead }) => [
        safetyLead,
        { params: { caseId: randomUUID() }, query: { cursor: 'none' } },
      ]),
      refuses('NOT_FOUND', NO_CASE, ({ safetyLead }) => [safetyLead, { params: { caseId: randomUUID() } }]),
    ],
  },
};
