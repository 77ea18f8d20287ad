import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  assessmentSettingsRoutes,
  assessmentsRoutes,
  identityRoutes,
  linkedAccountsRoutes,
  PRODUCT,
  photosRoutes,
  type Route,
  supportAccountRoutes,
  supportLedgerRoutes,
} from '@candid/contracts';
import { PASSKEY, Person, runStaffCommand, type Sent, STAFF_PASSWORD, twoPhonePictures } from '@candid/testing';
import type { z } from 'zod';
import type { MeasuredSystem } from './measured-system.js';

const tries = 20;
const retryMs = 3_000;

/**
 * Checks only the status of an answer, because the answers of another version have other fields. Repeats a call that a
 * starved system did not answer in time, because later acts depend on it.
 */
export class Visitor extends Person {
  override async expect<R extends Route>(route: R, sent: Sent = {}): Promise<z.output<R['answer']>> {
    const idempotencyKey = randomUUID();
    for (let left = tries; ; left -= 1) {
      const { status, body } = await this.call(route, { idempotencyKey, ...sent });
      if (status === route.status) return body as z.output<R['answer']>;
      if (status !== 503 || left === 0) throw new Error(`${route.id} answered ${status}: ${JSON.stringify(body)}`);
      await delay(retryMs);
    }
  }
}

export interface Act {
  name: string;
  /** True if nothing follows: the acts are done without pauses, and end with their answers. */
  isRead?: boolean;
  /** Work that the acts require, and that is not measured. */
  prepare?: () => Promise<unknown>;
  /** The acts of all people, which run one after another. */
  steps: () => (() => Promise<unknown>)[];
}

export async function supportOf(system: MeasuredSystem): Promise<Visitor> {
  const email = 'support@people.example';
  await runStaffCommand(system, 'add', email, '--role', 'support');
  return new Visitor(system, email, STAFF_PASSWORD).logIn();
}

/** Settings of an assessment that costs little and ends early. */
const settings = {
  ...{ testLimit: 2, ratingRequired: true, commentsRequired: false, commentsNegative: true },
  ...{ commentsSelected: [], minComments: 0 },
};

/** Acts of `size` new people. Each starts a first assessment and rates the photos of the next four. */
export async function actsOf(system: MeasuredSystem, support: Visitor, size: number): Promise<Act[]> {
  const pictures = await twoPhonePictures();
  const people = Array.from({ length: size }, () => ({
    person: new Visitor(system),
    form: new FormData(),
    photos: [] as { _id: string }[],
    testId: '',
  }));
  type One = (typeof people)[number];
  const ofEach = (act: (one: One) => Promise<unknown>) => () => people.map((one) => () => act(one));
  const inTurn = (act: (one: One) => Promise<unknown>) => async () => {
    for (const one of people) await act(one);
  };
  const pairs = Array.from({ length: PRODUCT.firstAssessmentAssessors }, (_, lap) =>
    people.map((assessor, index) => ({
      assessor: assessor.person,
      owner: people[(index + lap + 1) % size]!,
      ratings: [] as object[],
    })),
  ).flat();
  return [
    { name: 'sign-up by code', steps: ofEach(({ person }) => person.signUp()) },
    {
      name: 'upload and start of two photos',
      prepare: inTurn(async (one) => {
        await one.person.expect(identityRoutes.approveAssessor, { body: { passkey: PASSKEY } });
        one.form = await one.person.uploadForm(pictures);
      }),
      steps: ofEach(async (one) => {
        const { photos } = await one.person.expect(photosRoutes.uploadPhotos, { form: one.form });
        one.photos = photos;
      }),
    },
    {
      name: 'page of the feed',
      isRead: true,
      steps: ofEach(({ person }) =>
        person.expect(assessmentsRoutes.listPublicTests, { query: { currentUserId: person.userId } }),
      ),
    },
    {
      name: 'open a person',
      steps: () =>
        pairs.map((pair, index) => async () => {
          const { userId } = pair.owner.person;
          const query = { currentUserId: pair.assessor.userId };
          const { data } = await pair.assessor.expect(photosRoutes.openTest, { params: { userId }, query });
          pair.owner.testId = data[0]!.photos[0]!.testId!;
          pair.ratings = data[0]!.photos.map(({ _id, commentsSelected }, place) => ({
            photoId: _id,
            rating: 3 + ((index + 7 * place) % 15),
            comments: commentsSelected.slice(0, 1).map(([section, phrase]) => [section, phrase, 15]),
          }));
        }),
    },
    {
      name: 'submit two ratings',
      steps: () =>
        pairs.map(({ assessor, owner, ratings }) => () => {
          const body = { userId: owner.person.userId, raterId: assessor.userId, ratings };
          return assessor.expect(assessmentsRoutes.submitRatings, { body });
        }),
    },
    {
      name: 'results page',
      isRead: true,
      // Otherwise, people whose access token is old would log in during an act, which costs a hash.
      prepare: inTurn(({ person }) => person.logIn()),
      steps: ofEach(({ person, testId, photos }) => {
        const { userId } = person;
        return Promise.all([
          person.expect(photosRoutes.getTest, { params: { userId, testId } }),
          person.expect(assessmentsRoutes.getCommentAssociations, { params: { userId } }),
          ...photos.map(({ _id }) => person.expect(assessmentsRoutes.getRatings, { params: { photoId: _id } })),
        ]);
      }),
    },
    {
      name: 'move to the planner',
      steps: ofEach(({ person, photos }) =>
        person.expect(photosRoutes.setProfile, { params: { photoId: photos[0]!._id } }),
      ),
    },
    {
      name: 'end with refund',
      prepare: inTurn(({ person, photos }) =>
        person.expect(assessmentSettingsRoutes.reactivate, { params: { photoId: photos[1]!._id }, body: settings }),
      ),
      steps: ofEach(({ person, photos }) =>
        person.expect(photosRoutes.deactivate, { params: { photoId: photos[1]!._id } }),
      ),
    },
    {
      name: "support's account page",
      isRead: true,
      prepare: () => support.logIn(),
      steps: ofEach(({ person: { userId } }) => {
        const { getAccountStatement } = supportLedgerRoutes;
        const routes = [supportAccountRoutes.getAccount, getAccountStatement, linkedAccountsRoutes.getLinkedAccounts];
        return Promise.all(routes.map((route) => support.expect(route, { params: { userId } })));
      }),
    },
  ];
}
