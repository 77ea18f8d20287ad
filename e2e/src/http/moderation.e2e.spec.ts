import {
  assessmentSettingsRoutes,
  assessmentsRoutes,
  CASE_URGENCY,
  identityRoutes,
  identitySupportRoutes,
  moderationRoutes,
  type PhotoId,
  photosRoutes,
  type Refusal,
  ROUTES,
  type Route,
  reportsRoutes,
  supportRoutes,
  type UserId,
} from '@candid/contracts';
import {
  asDatabaseOwner,
  eventually,
  moderatorAgent,
  Person,
  type RunningSystem,
  SYSTEM_ENV,
  setUpSecondFactor,
  staffAgent,
  startSystem,
  supportAgent,
} from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { firstAssessment, type JudgedOwner, judgedOwner, scenes } from '../people/judged-owner.js';
import {
  appealTokenOf,
  caseOf,
  claim,
  decide,
  MODERATION_ENV,
  openedPhotos,
  openTest,
  reportPhoto,
  settings,
} from '../people/moderation.js';
import { expectBalance, expectBalancedBooks } from '../people/money.js';
import { disguised } from '../people/scenes.js';

const PHOTO_REASONS = ['minor', 'sexual', 'notOwn', 'hateful', 'contact', 'other'] as const;
const reasons = 'I have looked at it.';

let system: RunningSystem;
let support: Person;
/** Moderators. */
let kim: Person;
let lee: Person;
let lead: Person;
/** Assessors who have rated somebody before: their reports count. */
let ann: Person;
let bob: Person;
let cay: Person;
let dan: Person;
let judged: JudgedOwner;
let owner: Person;
let crowd: Promise<Person[]>;

beforeAll(async () => {
  const env = { ...SYSTEM_ENV, ...MODERATION_ENV, REPORTER_SUBMISSIONS_MIN: '1', TRUSTED_PROXIES: '127.0.0.1' };
  system = await startSystem({ env });
  [support, kim, lee, lead, ann, bob, cay, dan] = (await Promise.all([
    supportAgent(system),
    moderatorAgent(system, 'kim@people.example'),
    moderatorAgent(system, 'lee@people.example'),
    staffAgent(system, 'lead@people.example', 'safety-lead'),
    ...[1, 2, 3, 4].map(() => Person.approvedAssessor(system)),
  ] as const)) as [Person, Person, Person, Person, Person, Person, Person, Person];
  await setUpSecondFactor(kim);
  judged = await judgedOwner(system, { support, raters: [ann, bob, cay, dan], photos: 6 });
  owner = judged.owner;
}, 300_000);
afterAll(async () => system?.stop(), 90_000);

const photoOf = async (photoId: PhotoId, person = owner) =>
  (await person.photos('testing')).find(({ _id }) => _id === photoId);
const inFeed = async (assessor: Person, userId: UserId) =>
  (await assessor.expect(assessmentsRoutes.listPublicTests)).data.find((entry) => entry.userId === userId);
const statementsOf = async (person: Person) => (await person.expect(reportsRoutes.listStatements)).statements;
const report = (person: Person, photoId: PhotoId, reason: string) =>
  person.call(reportsRoutes.report, { body: { photoId, reason } as never });
const refused = (status: number, code: Refusal['code']) => ({ status, body: { code } });

const ratingsOf = (assessor: Person, ownerId: UserId, photoIds: readonly PhotoId[]) => ({
  userId: ownerId,
  raterId: assessor.userId,
  ratings: photoIds.map((photoId) => ({ photoId, rating: 12, comments: [] })),
});

const pictureAt = (path: string, etag?: string) =>
  fetch(new URL(path, system.baseUrl), { headers: etag ? { 'if-none-match': etag } : {} });

/** Two at a time: each hashes a password and a passkey. */
async function fiftyAssessors(): Promise<Person[]> {
  const people: Person[] = [];
  for (let pair = 0; pair < 25; pair += 1)
    people.push(...(await Promise.all([1, 2].map(() => Person.approvedAssessor(system)))));
  return people;
}

/** Everything that the server tells the person from now on. */
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
    const first = await pictureAt(links.get(minor)!);
    const etag = first.headers.get('etag')!;
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect((await pictureAt(links.get(minor)!, etag)).status).toBe(304);

    for (const [index, reason] of PHOTO_REASONS.entries()) {
      expect(await report(ann, photoIds[index]!, reason)).toMatchObject({ status: 202 });
      expect(await report(ann, photoIds[index]!, reason)).toMatchObject(refused(409, 'ALREADY_REPORTED'));
    }
    expect((await inFeed(ann, owner.userId)) ?? 'gone').toBe('gone');
    expect((await openTest(ann, owner.userId)).status).toBe(404);
    // One report of a photo that may show somebody under 18 is enough.
    expect((await pictureAt(links.get(minor)!, etag)).status).toBe(404);
    expect((await pictureAt(links.get(others[0]!)!)).status).toBe(200);
    await eventually(async () => expect((await photoOf(minor))!.moderation).toBe('held'));
    expect((await photoOf(others[0]!))!.moderation).toBe('none');

    await openedPhotos(cay, owner.userId, 5);
    for (const photoId of others) expect(await report(cay, photoId, 'hateful')).toMatchObject({ status: 202 });
    for (const photoId of others) expect((await pictureAt(links.get(photoId)!)).status).toBe(404);
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
  }, 60_000);

  it('pay whoever was rating meanwhile, and count nothing of it; the tokens stay in escrow', async () => {
    await expectBalance(owner, 80);
    const answer = await bob.expect(assessmentsRoutes.submitRatings, {
      body: ratingsOf(bob, owner.userId, judged.photoIds),
    });
    expect(answer).toMatchObject({ isRewarded: true });
    expect(answer.tokensEarned).toBeGreaterThan(0);
    expect((await owner.photos('testing')).map(({ testTimesRated }) => testTimesRated)).toEqual(Array(6).fill(0));
    await expectBalance(owner, 80);
    await expectBalancedBooks(support);
  });

  it('are in a queue, the gravest first, with how soon each has to be decided', async () => {
    for (const [index, reason] of PHOTO_REASONS.entries()) {
      const found = await caseOf(kim, judged.photoIds[index]!);
      const { severity } = CASE_URGENCY[reason === 'minor' ? 'minor' : reason === 'sexual' ? 'sexual' : 'hateful'];
      expect(found).toMatchObject({ isHeld: true, severity, status: 'open', subjectId: owner.userId });
      expect(found.reasons).toContain(reason);
    }
    const { cases, waiting, overdue } = await kim.expect(moderationRoutes.listCases, { query: { limit: '100' } });
    expect(cases.map(({ severity }) => severity)).toEqual(cases.map(({ severity }) => severity).toSorted());
    expect([waiting, overdue]).toEqual([cases.length, 0]);
  });
});

describe('a decision', () => {
  it('that finds no violation shows the photo again, to everybody but who reported it', async () => {
    const [first, second] = judged.photoIds as [PhotoId, PhotoId];
    for (const photoId of [first, second]) {
      await decide(kim, (await caseOf(kim, photoId)).caseId, { decision: 'noViolation', reasons });
    }
    await eventually(async () => expect((await photoOf(first))!.moderation).toBe('none'));
    const told = (await statementsOf(owner)).filter(({ photoId }) => photoId === first);
    expect(told).toMatchObject([{ decision: 'noViolation' }, { decision: 'hold', undoneAt: expect.any(String) }]);
    expect((await openTest(ann, owner.userId)).status).toBe(404);
    // Of the two, cay reported one.
    await openedPhotos(cay, owner.userId, 1);
    const shown = await openedPhotos(dan, owner.userId, 2);
    expect((await pictureAt(shown[0]!.path)).status).toBe(200);
    const body = ratingsOf(dan, owner.userId, [first, second]);
    await dan.expect(assessmentsRoutes.submitRatings, { body });
    await eventually(async () => expect((await photoOf(second))!.testTimesRated).toBe(1));
  });

  it('to remove a photo pays what was rated, returns the rest, and is told with its reasons', async () => {
    const photoId = judged.photoIds[1]!;
    expect(await report(dan, photoId, 'minor')).toMatchObject({ status: 202 });
    const { caseId } = await caseOf(kim, photoId);
    await decide(kim, caseId, { decision: 'removePhoto', rule: 'adults', reasons: 'You look younger than 18.' });
    // Four assessors were paid for, and one has rated.
    await expectBalance(owner, 80 + 15);
    await expectBalancedBooks(support);
    await eventually(async () => expect(await photoOf(photoId)).toBeUndefined());
    const body = settings;
    expect(await owner.call(assessmentSettingsRoutes.reactivate, { params: { photoId }, body })).toMatchObject(
      refused(404, 'NOT_FOUND'),
    );
    const [statement] = await statementsOf(owner);
    expect(statement).toMatchObject({ decision: 'removePhoto', rule: 'adults', reasons: 'You look younger than 18.' });
    expect(await owner.mail((text) => text.includes('You look younger than 18.'))).toContain('Adults only');
  });

  it('can be undone until it was appealed: then the photo waits again, and is its owner’s again', async () => {
    const photoId = judged.photoIds[1]!;
    const { caseId } = await caseOf(kim, photoId);
    await kim.expect(moderationRoutes.undoDecision, { params: { caseId }, body: { reasons } });
    await eventually(async () => {
      const all = [...(await owner.photos('bank')), ...(await owner.photos('testing'))];
      expect(all.find(({ _id }) => _id === photoId)?.moderation).toBe('held');
    });
    const again = await owner.call(assessmentSettingsRoutes.reactivate, { params: { photoId }, body: settings });
    expect(again).toMatchObject(refused(409, 'PHOTO_HELD'));
    await expectBalance(owner, 95);
  });

  it('to ask for another crop returns the tokens, and the photo cannot be assessed as it is', async () => {
    const photoId = judged.photoIds[2]!;
    await decide(kim, (await caseOf(kim, photoId)).caseId, { decision: 'askForCrop', rule: 'recognisable' });
    await expectBalance(owner, 95 + 20);
    await eventually(async () => {
      const wanted = (await owner.photos('bank')).find(({ _id }) => _id === photoId);
      expect(wanted?.moderation).toBe('crop-wanted');
    });
    const again = await owner.call(assessmentSettingsRoutes.reactivate, { params: { photoId }, body: settings });
    expect(again).toMatchObject(refused(409, 'PHOTO_HELD'));
  });
});

describe('a suspension', () => {
  let caseId: string;

  it('ends the sessions within five seconds, and the assessments with refunds', async () => {
    const { told, ended } = await listen(owner);
    caseId = (await caseOf(kim, judged.photoIds[3]!)).caseId;
    await decide(kim, caseId, { decision: 'suspendAccount', rule: 'no-hate', days: 7 });
    await eventually(async () => expect((await owner.call(identityRoutes.refresh)).status).not.toBe(200), {
      withinMs: 5_000,
    });
    const call = () => owner.call(reportsRoutes.listStatements);
    await eventually(async () => expect((await call()).status).toBe(401), { withinMs: 5_000 });
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
      // Three photos for four assessors each, and one of which one assessor has rated.
      expect(accounts[0]).toMatchObject({ balance: 115 + 3 * 20 + 15, held: 0 });
    });
    await expectBalancedBooks(support);
  }, 30_000);

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

describe('a person who does not want to meet another', () => {
  it('blocks, hides and reports a rating, and learns nothing of the other; blocks hold until they are undone', async () => {
    const { owner: host, photoIds } = await judgedOwner(system, { support, raters: [ann, bob, cay, dan], photos: 1 });
    await eventually(async () => expect(await inFeed(dan, host.userId)).toBeDefined(), { withinMs: 20_000 });
    const isShownTo = async (assessor: Person, isShown: boolean) => {
      expect(((await inFeed(assessor, host.userId)) !== undefined) === isShown).toBe(true);
      expect((await openTest(assessor, host.userId)).status).toBe(isShown ? 200 : 404);
    };
    const [open] = await openedPhotos(dan, host.userId, 1);
    await dan.expect(reportsRoutes.blockPerson, { body: { userId: host.userId } });
    expect((await pictureAt(open!.path)).status).toBe(404);
    await isShownTo(dan, false);
    await dan.expect(reportsRoutes.unblockPerson, { params: { userId: host.userId } });
    await isShownTo(dan, true);

    const body = ratingsOf(bob, host.userId, photoIds);
    await bob.expect(assessmentsRoutes.submitRatings, { body });
    const { ratings, ratingId } = await eventually(async () => {
      const { currentRatings } = await host.expect(assessmentsRoutes.getRatings, { params: { photoId: photoIds[0]! } });
      return { ratings: currentRatings, ratingId: currentRatings[0]!.ratingId };
    });
    const { hideId } = await host.expect(reportsRoutes.hideFromAssessor, { body: { ratingId } });
    const blocks = await host.expect(reportsRoutes.listBlocks);
    expect(blocks).toMatchObject({ blocks: [], hiddenAssessors: [{ hideId }] });
    for (const { userId } of [ann, bob, cay, dan]) expect(JSON.stringify([ratings, blocks])).not.toContain(userId);
    const reported = { photoId: photoIds[0]!, ratingId, reason: 'conduct' } as const;
    await host.expect(reportsRoutes.report, { body: reported });
    expect(await host.call(reportsRoutes.report, { body: reported })).toMatchObject(refused(409, 'ALREADY_REPORTED'));
    const { cases } = await kim.expect(moderationRoutes.listCases, { query: { limit: '100' } });
    const { caseId } = cases.find(({ kind }) => kind === 'assessor')!;
    const { case: shown } = await kim.expect(moderationRoutes.getCase, { params: { caseId } });
    expect(shown).toMatchObject({ subjectId: bob.userId, ratings: [{ ratingId, score: 12 }] });

    const form = await host.uploadForm(await scenes(1), 'unrated');
    const { photos } = await host.expect(photosRoutes.uploadPhotos, { form });
    await host.expect(assessmentSettingsRoutes.reactivate, { params: { photoId: photos[0]!._id }, body: settings });
    await eventually(async () => expect((await inFeed(cay, host.userId))?.photos).toHaveLength(2), {
      withinMs: 20_000,
    });
    await isShownTo(bob, false);
    await host.expect(reportsRoutes.showToAssessor, { params: { hideId } });
    await isShownTo(bob, true);
  }, 60_000);
});

describe('a report is refused', () => {
  it('of what somebody may not see, with the same words as of nothing', async () => {
    const form = await owner.uploadForm(await scenes(1), 'unrated');
    const { photos } = await owner.expect(photosRoutes.uploadPhotos, { form });
    const unseen = photos[0]!._id;
    const stranger = await Person.signedUp(system);
    for (const who of [stranger, dan, owner, kim]) {
      const answer = await report(who, unseen, 'sexual');
      expect(answer).toMatchObject(refused(404, 'NOT_FOUND'));
      const nothing = await report(who, kim.userId as string as PhotoId, 'sexual');
      expect(nothing.body).toMatchObject({ message: (answer.body as Refusal).message });
    }
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

describe('the audit log', () => {
  it('cannot be silenced: a moderator sees and decides nothing that it does not take', async () => {
    // They sign up while the gateway waits for what no service answers.
    crowd = fiftyAssessors();
    const { caseId } = await caseOf(lee, judged.photoIds[4]!);
    await claim(lee, caseId);
    const alter = (sql: string) => asDatabaseOwner(system, 'assessments', `alter table support_acts ${sql}`);
    await alter('add constraint no_room check (false) not valid');
    try {
      const sent = { params: { caseId }, body: { decision: 'removePhoto', rule: 'no-contact', reasons } } as const;
      for (const call of [
        lee.call(moderationRoutes.decideCase, sent),
        lee.call(moderationRoutes.getCase, { params: { caseId } }),
        lee.call(moderationRoutes.listCases),
      ]) {
        expect(await call).toMatchObject(refused(503, 'UNAVAILABLE'));
      }
    } finally {
      await alter('drop constraint no_room');
    }
    const { case: shown } = await lee.expect(moderationRoutes.getCase, { params: { caseId } });
    expect(shown).toMatchObject({ status: 'open', decisions: [] });
  }, 90_000);
});

describe('fifty new accounts that report one photo', () => {
  it('hold nothing, and are shown to moderators for what they are', async () => {
    const { owner: target, photoIds } = await judgedOwner(system, { support, raters: [ann, bob, cay, dan], photos: 1 });
    const [photoId] = photoIds as [PhotoId];
    const people = await crowd;
    await openedPhotos(people[0]!, target.userId, 1);
    // One after another: no more than four have a place at a time.
    for (const person of people) await reportPhoto(person, target.userId, photoId, 'sexual');
    expect((await photoOf(photoId, target))!.moderation).toBe('none');
    expect(await inFeed(dan, target.userId)).toBeDefined();
    const { caseId } = await caseOf(kim, photoId);
    const { case: shown } = await kim.expect(moderationRoutes.getCase, { params: { caseId } });
    expect(shown).toMatchObject({ isHeld: false, reports: 50 });
    expect(shown.pattern).toMatchObject({ reporters: 50, newAccounts: 50, looksArranged: true });
  }, 180_000);
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
    for (const { renditions } of shown.photos) expect((await pictureAt(renditions[0]!.path)).status).toBe(200);
    // A machine flags; it holds nothing before somebody says the same.
    expect(shown.isHeld).toBe(false);
    await openedPhotos(dan, thief.userId, 2);
    expect(await report(dan, copy, 'notOwn')).toMatchObject({ status: 202 });
    await eventually(async () => expect((await photoOf(copy, thief))!.moderation).toBe('held'));
    expect(await statementsOf(thief)).toMatchObject([{ decision: 'hold', usedScreening: true }]);
  }, 60_000);
});

describe('a moderator', () => {
  it('sees and decides nothing about an own photo, and support sees nothing of any case', async () => {
    const [photoId] = (await firstAssessment(kim, (await scenes(1))[0]!)) as [PhotoId];
    await openedPhotos(dan, kim.userId, 2);
    expect(await report(dan, photoId, 'minor')).toMatchObject({ status: 202 });
    const { caseId } = await caseOf(lee, photoId);
    // It would tell who reported the photo.
    expect(await kim.call(moderationRoutes.getCase, { params: { caseId } })).toMatchObject(refused(403, 'FORBIDDEN'));
    const sent = { params: { caseId }, body: { decision: 'noViolation', reasons } } as const;
    expect(await kim.call(moderationRoutes.claimCase, { params: { caseId }, body: {} })).toMatchObject(
      refused(403, 'FORBIDDEN'),
    );
    expect(await kim.call(moderationRoutes.decideCase, sent)).toMatchObject(refused(403, 'FORBIDDEN'));
    await claim(lee, caseId);
    expect(await kim.call(moderationRoutes.decideCase, sent)).toMatchObject(refused(403, 'FORBIDDEN'));
    const desk: Route[] = ROUTES.filter(({ audience }) => audience === 'moderator' || audience === 'evidence');
    for (const route of desk) {
      for (const who of [support, dan]) {
        const answer = await who.call(route, { params: { caseId }, ...(route.body && { body: {} }) });
        expect([route.id, answer.status]).toEqual([route.id, 403]);
      }
    }
    const other = desk.find(({ audience }) => audience === 'evidence')!;
    expect((await kim.call(other, { params: { caseId } })).status).toBe(403);
    expect((await lead.call(moderationRoutes.getCase, { params: { caseId } })).status).toBe(403);
    expect((await kim.call(supportRoutes.trialBalance)).status).toBe(403);
    const { entries } = await support.expect(identitySupportRoutes.listAuditLog, { query: { limit: '100' } });
    expect(entries).toContainEqual(
      expect.objectContaining({ call: 'decideCase', userId: kim.userId, targets: [caseId] }),
    );
  });
});
