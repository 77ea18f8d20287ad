import {
  assessmentSettingsRoutes,
  assessmentsRoutes,
  identityRoutes,
  identitySupportRoutes,
  moderationRoutes,
  type PhotoId,
  reportsRoutes,
} from '@candid/contracts';
import { eventually, Person, type RunningSystem } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { firstAssessment, type JudgedOwner, scenes } from '../people/judged-owner.js';
import { appealTokenOf, caseOf, decide, openedPhotos, openTest, settings } from '../people/moderation.js';
import {
  beginModerationStage,
  inFeed,
  photoOf,
  pictureAt,
  ratingsOf,
  refused,
  report,
  statementsOf,
} from '../people/moderation-stage.js';
import { expectBalance, expectBalancedBooks } from '../people/money.js';
import { disguised } from '../people/scenes.js';

const PHOTO_REASONS = ['minor', 'sexual', 'notOwn', 'hateful', 'contact', 'other'] as const;
const reasons = 'I have looked at it.';

let system: RunningSystem;
let support: Person;
let kim: Person;
let lee: Person;
let lead: Person;
let ann: Person;
let bob: Person;
let cay: Person;
let dan: Person;
let judged: JudgedOwner;
let owner: Person;

beforeAll(async () => {
  ({ system, support, kim, lee, lead, ann, bob, cay, dan, judged } = await beginModerationStage());
  owner = judged.owner;
});
afterAll(async () => system?.stop());

/** Subscribes to the person's live updates. `told` collects them; `ended` resolves when the stream closes. */
async function listen(person: Person): Promise<{ told: string[]; ended: Promise<void> }> {
  const headers = { authorization: `Bearer ${person.token}` };
  const response = await fetch(`${system.baseUrl}/api/events`, { headers });
  const told: string[] = [];
  const read = async () => {
    for await (const chunk of response.body!) told.push(Buffer.from(chunk as Uint8Array).toString());
  };
  return { told, ended: read().catch(() => undefined) };
}

describe('reports of two assessors', () => {
  it('release the reporter, tell nobody who it was, and hold what both have reported', async () => {
    const { photoIds } = judged;
    const [minor, ...others] = photoIds as [PhotoId, ...PhotoId[]];
    const { told } = await listen(owner);
    await openedPhotos(ann, owner.userId, 6);
    const links = new Map((await openedPhotos(bob, owner.userId, 6)).map(({ _id, path }) => [_id, path]));
    const first = await pictureAt(system, links.get(minor)!);
    const etag = first.headers.get('etag')!;
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect((await pictureAt(system, links.get(minor)!, etag)).status).toBe(304);

    for (const [index, reason] of PHOTO_REASONS.entries()) {
      expect(await report(ann, photoIds[index]!, reason)).toMatchObject({ status: 202 });
      expect(await report(ann, photoIds[index]!, reason)).toMatchObject(refused(409, 'ALREADY_REPORTED'));
    }
    expect((await inFeed(ann, owner.userId)) ?? 'gone').toBe('gone');
    expect((await openTest(ann, owner.userId)).status).toBe(404);
    // A single report with the reason `minor` holds a photo.
    expect((await pictureAt(system, links.get(minor)!, etag)).status).toBe(404);
    expect((await pictureAt(system, links.get(others[0]!)!)).status).toBe(200);
    await eventually(async () => expect((await photoOf(owner, minor))!.moderation).toBe('held'));
    expect((await photoOf(owner, others[0]!))!.moderation).toBe('none');

    await openedPhotos(cay, owner.userId, 5);
    for (const photoId of others) expect(await report(cay, photoId, 'hateful')).toMatchObject({ status: 202 });
    for (const photoId of others) expect((await pictureAt(system, links.get(photoId)!)).status).toBe(404);
    expect((await inFeed(dan, owner.userId)) ?? 'gone').toBe('gone');
    await eventually(async () => {
      const held = (await owner.photos('testing')).map(({ moderation }) => moderation);
      expect(held).toEqual(Array(6).fill('held'));
    });
    await eventually(async () => expect(told.join('').match(/"state":"held"/g)).toHaveLength(6));

    const statements = await statementsOf(owner);
    expect(statements.map(({ decision, photoId }) => [decision, photoId]).toSorted()).toEqual(
      photoIds.map((photoId) => ['hold', photoId]).toSorted(),
    );
    const toldOwner = JSON.stringify([statements, told, await owner.photos('testing')]);
    for (const { userId } of [ann, cay]) expect(toldOwner).not.toContain(userId);
    expect((await ann.expect(reportsRoutes.listOwnReports)).reports.map(({ outcome }) => outcome)).toEqual(
      Array(6).fill('open'),
    );
  });
});

describe('a decision', () => {
  it('that finds no violation shows the photo again, to everybody but who reported it', async () => {
    const [first, second] = judged.photoIds as [PhotoId, PhotoId];
    for (const photoId of [first, second]) {
      await decide(kim, (await caseOf(kim, photoId)).caseId, { decision: 'noViolation', reasons });
    }
    await eventually(async () => expect((await photoOf(owner, first))!.moderation).toBe('none'));
    const told = (await statementsOf(owner)).filter(({ photoId }) => photoId === first);
    expect(told).toMatchObject([{ decision: 'noViolation' }, { decision: 'hold', undoneAt: expect.any(String) }]);
    expect((await openTest(ann, owner.userId)).status).toBe(404);
    // Cay reported the second photo, so only the first one opens.
    await openedPhotos(cay, owner.userId, 1);
    const shown = await openedPhotos(dan, owner.userId, 2);
    expect((await pictureAt(system, shown[0]!.path)).status).toBe(200);
    const body = ratingsOf(dan, owner.userId, [first, second]);
    await dan.expect(assessmentsRoutes.submitRatings, { body });
    await eventually(async () => expect((await photoOf(owner, second))!.testTimesRated).toBe(1));
  });

  it('to remove a photo pays what was rated, returns the rest, and is told with its reasons', async () => {
    const photoId = judged.photoIds[1]!;
    expect(await report(dan, photoId, 'minor')).toMatchObject({ status: 202 });
    const { caseId } = await caseOf(kim, photoId);
    await decide(kim, caseId, { decision: 'removePhoto', rule: 'adults', reasons: 'You look younger than 18.' });
    // The owner paid for four assessors, and one has rated: the refund is 15 tokens.
    await expectBalance(owner, 80 + 15);
    await expectBalancedBooks(support);
    await eventually(async () => expect(await photoOf(owner, photoId)).toBeUndefined());
    const body = settings;
    expect(await owner.call(assessmentSettingsRoutes.reactivate, { params: { photoId }, body })).toMatchObject(
      refused(404, 'NOT_FOUND'),
    );
    const [statement] = await statementsOf(owner);
    expect(statement).toMatchObject({ decision: 'removePhoto', rule: 'adults', reasons: 'You look younger than 18.' });
    expect(await owner.mail((text) => text.includes('You look younger than 18.'))).toContain('Adults only');
  });
});

describe('a suspension', () => {
  let caseId: string;

  it('ends the sessions, and the assessments with refunds', async () => {
    const { told, ended } = await listen(owner);
    caseId = (await caseOf(kim, judged.photoIds[3]!)).caseId;
    await decide(kim, caseId, { decision: 'suspendAccount', rule: 'no-hate', days: 7 });
    await eventually(async () => expect((await owner.call(identityRoutes.refresh)).status).not.toBe(200));
    const call = () => owner.call(reportsRoutes.listStatements);
    await eventually(async () => expect((await call()).status).toBe(401));
    await ended;
    expect(told.join('')).not.toContain(ann.userId);
    const { email, password } = owner;
    const logIn = (typed: string) => owner.call(identityRoutes.logIn, { body: { email, password: typed } });
    expect(await logIn('Wrong-horse-9')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await logIn(password)).toMatchObject(refused(403, 'ACCOUNT_SUSPENDED'));
    expect((await inFeed(dan, owner.userId)) ?? 'gone').toBe('gone');
    await eventually(async () => {
      const query = { q: owner.userId };
      const { accounts } = await support.expect(identitySupportRoutes.findAccounts, { query });
      // Refunds: four photos with four unused ratings each, and one photo with three.
      expect(accounts[0]).toMatchObject({ balance: 95 + 4 * 20 + 15, held: 0 });
    });
    await expectBalancedBooks(support);
  });

  it('is appealed by the link in the mail, without a log-in, once', async () => {
    const token = await appealTokenOf(owner, 'suspended');
    const visitor = new Person(system);
    const { statement } = await visitor.expect(reportsRoutes.getStatementByToken, { params: { token } });
    expect(statement).toMatchObject({ decision: 'suspendAccount', rule: 'no-hate', caseId, appeal: null });
    const body = { token, text: 'It is the flag of my club.' };
    await visitor.expect(reportsRoutes.appeal, { body });
    expect(await visitor.call(reportsRoutes.appeal, { body })).toMatchObject(refused(409, 'ALREADY_APPEALED'));
    const forged = `${token.slice(0, -4)}AAAA`;
    expect(await visitor.call(reportsRoutes.getStatementByToken, { params: { token: forged } })).toMatchObject({
      status: 404,
    });
  });

  it('leaves the way to support open, with the ended session and without one', async () => {
    for (const person of [owner, new Person(system)]) {
      const body = { email: owner.email, feedback: 'Please send me a copy of my data.' };
      expect(await person.call(identityRoutes.sendFeedback, { body })).toMatchObject({ status: 200 });
    }
    await owner.mail((text) => text.includes('answer this email if you want a copy of your data'));
  });

  it('ends with an appeal that is granted, by a moderator who took no part in it', async () => {
    const granted = { params: { caseId }, body: { isGranted: true, reasons: 'It is a club’s flag.' } };
    expect(await kim.call(moderationRoutes.decideAppeal, granted)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await kim.call(moderationRoutes.undoDecision, { params: { caseId }, body: { reasons } })).toMatchObject(
      refused(409, 'CONFLICT'),
    );
    await lee.expect(moderationRoutes.decideAppeal, granted);
    await owner.logIn();
    expect((await statementsOf(owner)).find(({ decision }) => decision === 'suspendAccount')?.appeal).toMatchObject({
      outcome: 'granted',
      reasons: 'It is a club’s flag.',
    });
    await owner.mail((text) => text.includes('It is a club’s flag.'));
    await eventually(async () => {
      const { reports } = await ann.expect(reportsRoutes.listOwnReports);
      expect(reports.find(({ reason }) => reason === 'hateful')?.outcome).toBe('rejected');
    });
  });
});

describe('a notice of anybody', () => {
  const words = 'The third photo shows a crime.';

  it('is receipted, and once it was passed on, only the evidence roles read it', async () => {
    const sender = new Person(system);
    const body = {
      reason: 'illegal',
      location: 'your first page',
      text: words,
      name: 'Sam',
      isGoodFaith: true,
    } as const;
    await sender.expect(reportsRoutes.sendNotice, { body: { ...body, email: sender.email } });
    await sender.mail((text) => text.includes('notice'));
    const found = await eventually(async () => {
      const { cases } = await kim.expect(moderationRoutes.listCases, { query: { limit: '100' } });
      return cases.find(({ kind }) => kind === 'notice')!.caseId;
    });
    const sent = { params: { caseId: found } };
    expect((await kim.expect(moderationRoutes.getCase, sent)).case.notices).toMatchObject([{ text: words }]);
    expect(await lead.call(moderationRoutes.getEvidence, sent)).toMatchObject(refused(404, 'NOT_FOUND'));
    const decided = await decide(kim, found, { decision: 'passOn', rule: 'law' });
    const after = await kim.expect(moderationRoutes.getCase, sent);
    for (const shown of [decided, after.case]) expect(shown).toMatchObject({ isUnderLegalHold: true, notices: [] });
    expect((await lead.expect(moderationRoutes.getEvidence, sent)).case.notices).toMatchObject([{ text: words }]);
    expect(await kim.call(moderationRoutes.getEvidence, sent)).toMatchObject(refused(403, 'FORBIDDEN'));
  });
});

describe('a stolen photo', () => {
  it('is found in another account after it was encoded anew, cut and mirrored', async () => {
    const [victim, thief] = await Promise.all([Person.signedUp(system), Person.signedUp(system)]);
    const [picture] = (await scenes(1)) as [{ bytes: Buffer; name: string }];
    const [own] = (await firstAssessment(victim, picture)) as [PhotoId];
    const [copy] = (await firstAssessment(thief, await disguised(picture.bytes))) as [PhotoId];
    const { caseId, reasons: why } = await caseOf(kim, copy);
    expect(why).toEqual(['screening']);
    const { case: shown } = await kim.expect(moderationRoutes.getCase, { params: { caseId } });
    expect(shown.screening).toMatchObject([{ kind: 'otherAccount', photoId: own, userId: victim.userId }]);
    expect(shown.photos.map(({ photoId }) => photoId)).toEqual([copy, own]);
    for (const { renditions } of shown.photos) expect((await pictureAt(system, renditions[0]!.path)).status).toBe(200);
    // Screening alone holds no photo. A report with a matching reason does.
    expect(shown.isHeld).toBe(false);
    await openedPhotos(dan, thief.userId, 2);
    expect(await report(dan, copy, 'notOwn')).toMatchObject({ status: 202 });
    await eventually(async () => expect((await photoOf(thief, copy))!.moderation).toBe('held'));
    expect(await statementsOf(thief)).toMatchObject([{ decision: 'hold', usedScreening: true }]);
  });
});
