import { randomUUID } from 'node:crypto';
import {
  assessmentSettingsRoutes,
  assessmentsRoutes,
  identityRoutes,
  mailsRoutes,
  photosRoutes,
  supportAccountRoutes,
  tokensRoutes,
} from '@candid/contracts';
import {
  eventually,
  joinSystem,
  PASSKEY,
  Person,
  type SharedSystem,
  submissionFor,
  supportAgent,
  twoPhonePictures,
} from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { expectBalance, expectBalancedBooks, expectNothingHeld } from '../people/money.js';
import { unsubscribeTokenOf } from '../people/unsubscribe-mail.js';

let system: SharedSystem;
let leave: () => Promise<void>;
let support: Person;

beforeAll(async () => {
  ({ system, leave } = await joinSystem());
  support = await supportAgent(system, 'support-of-main-job@people.example');
});
afterAll(async () => leave?.());

describe('the main job over HTTP', () => {
  let owner: Person;
  let assessors: Person[];

  it('gives a newcomer 40 tokens and all flags false', async () => {
    owner = await Person.signedUp(system);
    expect(await owner.user()).toMatchObject({
      tokenCount: 40,
      hasFirstLoggedIn: false,
      hasFirstTested: false,
      hasMadeFirstProfile: false,
      hasCompletedFirstAssessment: false,
      notificationNumber: 0,
      approvedAssessor: false,
    });
  });

  it('takes two photos from a phone and all tokens for the first assessment', async () => {
    const { photos } = await owner.expect(photosRoutes.uploadPhotos, {
      form: await owner.uploadForm(await twoPhonePictures()),
    });
    expect(photos).toHaveLength(2);
    expect(photos[0]).toMatchObject({ section: 'testing', testLimit: 4, testTimesRated: 0, limitReached: false });
    expect((await owner.user()).tokenCount).toBe(0);
    await expectBalancedBooks(support);
  });

  it('serves upright 4:5 pictures without metadata to the owner, and to nobody without a signature', async () => {
    const [photo] = await owner.photos('testing');
    const response = await fetch(new URL(photo?.path ?? '', system.baseUrl));
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=[1-9]\d*, immutable$/);
    const etag = response.headers.get('etag') ?? '';
    const known = await fetch(new URL(photo?.path ?? '', system.baseUrl), { headers: { 'if-none-match': etag } });
    expect([etag.length > 2, known.status, known.headers.get('etag')]).toEqual([true, 304, etag]);
    const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 1080, height: 1350 });
    expect(metadata.exif).toBeUndefined();
    const stolen = await fetch(
      new URL((photo?.path ?? '').replace(/signature=..../, 'signature=AAAA'), system.baseUrl),
    );
    expect(stolen.status).toBe(404);
    expect(photo?.renditions.map(({ width }) => width)).toEqual([270, 540, 1080]);
    for (const { width, path } of photo?.renditions ?? []) {
      const rendition = await fetch(new URL(path, system.baseUrl));
      expect(await sharp(Buffer.from(await rendition.arrayBuffer())).metadata()).toMatchObject({ width });
    }
  });

  it('shows the test to approved assessors only, and never to its owner', async () => {
    assessors = await Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(system)));
    const [assessor] = assessors as [Person];
    const feed = await assessor.expect(assessmentsRoutes.listPublicTests, {
      query: { currentUserId: assessor.userId },
    });
    expect(feed.data.map((entry) => entry.userId)).toContain(owner.userId);
    const named = (await owner.photos('testing')).flatMap(({ _id, testId }) => [_id, testId!]);
    expect(named).toHaveLength(4);
    for (const id of named) expect(JSON.stringify(feed)).not.toContain(id);
    const stranger = await Person.signedUp(system);
    expect(await stranger.call(assessmentsRoutes.listPublicTests)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    expect(await stranger.call(photosRoutes.openTest, { params: { userId: owner.userId } })).toMatchObject({
      status: 403,
    });
    await owner.expect(identityRoutes.approveAssessor, { body: { passkey: PASSKEY } });
    const others = (await owner.expect(assessmentsRoutes.listPublicTests)).data.map(({ userId }) => userId);
    expect(others).not.toContain(owner.userId);
  });

  it('books one rating and one reward for twenty identical submissions', async () => {
    const [assessor] = assessors as [Person];
    const body = await submissionFor(assessor, owner.userId, 12);
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => assessor.call(assessmentsRoutes.submitRatings, { body, idempotencyKey })),
    );
    // Reward of 30 tokens: for each of two photos, 10 for the rating and 5 for the second comment.
    for (const answer of answers) {
      // On a slow machine the answer arrives before the ledger has booked the reward.
      expect(answer).toMatchObject({ status: 201, body: { success: true, tokensEarned: 30 } });
      expect([40, 70]).toContain('tokenCount' in answer.body && answer.body.tokenCount);
    }
    await expectBalance(assessor, 70);
    await eventually(async () =>
      expect((await owner.photos('testing')).map((photo) => photo.testTimesRated)).toEqual([1, 1]),
    );
    const other = await assessor.call(assessmentsRoutes.submitRatings, {
      body: { ...body, ratings: body.ratings.slice(0, 1) },
      idempotencyKey,
    });
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    await expectBalancedBooks(support);
  });

  it('completes after four assessors and tells the owner', async () => {
    for (const [index, assessor] of assessors.slice(1).entries()) {
      await assessor.expect(assessmentsRoutes.submitRatings, {
        body: await submissionFor(assessor, owner.userId, 13 + index),
      });
    }
    await eventually(async () =>
      expect(await owner.user()).toMatchObject({ hasFirstTested: true, notificationNumber: 4 }),
    );
    const photos = await owner.photos('testing');
    expect(photos.map((photo) => [photo.timesRated, photo.limitReached])).toEqual([
      [4, true],
      [4, true],
    ]);
    expect(photos.map((photo) => photo.totalScore).sort((a, b) => a - b)).toEqual([
      12 + 13 + 14 + 15,
      13 + 14 + 15 + 16,
    ]);
    for (const subject of ['Your first rating is in', 'Your results are in']) {
      await owner.mail((text) => text.startsWith(subject));
    }
  });

  it('stops a kind of mail by one click without log-in (RFC 8058), and refuses a forged link', async () => {
    const token = await unsubscribeTokenOf(owner, (text) => text.startsWith('Your results are in'));
    const url = (of: string) => new URL(`/api/unsubscribe/${of}`, system.baseUrl);
    const params = { userId: owner.userId };
    const mails = { firstRating: true, results: true, ended: true, profileResults: true, reportOutcome: true };
    const opened = await fetch(url(token), { headers: { accept: 'text/html,*/*' }, redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/unsubscribe?token=${token}`]);
    expect(await owner.expect(mailsRoutes.seeUnsubscribe, { params: { token } })).toMatchObject({ mail: 'results' });
    expect((await owner.expect(mailsRoutes.getMailPreferences, { params })).mails).toEqual(mails);
    const click = async (of: string, body: URLSearchParams | FormData) => {
      const response = await fetch(url(of), { method: 'POST', body });
      return { status: response.status, body: await response.json() };
    };
    const field = 'List-Unsubscribe=One-Click';
    expect(await click(`${token.slice(0, -4)}AAAA`, new URLSearchParams(field))).toMatchObject({
      status: 400,
      body: { code: 'UNSUBSCRIBE_TOKEN_INVALID', message: expect.stringContaining('This link is not valid.') },
    });
    expect((await owner.expect(mailsRoutes.getMailPreferences, { params })).mails).toEqual(mails);
    const form = new FormData();
    form.append('List-Unsubscribe', 'One-Click');
    for (const body of [new URLSearchParams(field), form]) {
      expect(await click(token, body)).toMatchObject({ status: 200, body: { mail: 'results' } });
    }
    expect((await owner.expect(mailsRoutes.getMailPreferences, { params })).mails).toEqual({
      ...mails,
      results: false,
    });
  });

  it('shows score, comments and confidence of each photo to the owner alone', async () => {
    const [photo] = await owner.photos('testing');
    const params = { photoId: photo?._id ?? '' };
    const { confidenceRange } = await owner.expect(assessmentsRoutes.getConfidenceRange, { params });
    const average = Math.round((photo?.totalScore ?? 0) / 4);
    expect(confidenceRange[0]).toBeLessThanOrEqual(average);
    expect(confidenceRange[1]).toBeGreaterThanOrEqual(average);
    const { currentRatings } = await owner.expect(assessmentsRoutes.getRatings, { params });
    expect(currentRatings).toHaveLength(4);
    expect(currentRatings[0]?.comments).toHaveLength(2);
    const [assessor] = assessors as [Person];
    expect(await assessor.call(assessmentsRoutes.getRatings, { params })).toMatchObject({ status: 404 });
    expect(await assessor.call(photosRoutes.setProfile, { params })).toMatchObject({ status: 404 });
  });

  it('moves a photo into the Profile Planner, once as the first', async () => {
    const [first, second] = await owner.photos('testing');
    const moved = await owner.expect(photosRoutes.setProfile, { params: { photoId: first?._id ?? '' } });
    expect(moved.wasFirstProfileSet).toBe(true);
    const flags = { hasMadeFirstProfile: true, hasCompletedFirstAssessment: true };
    await eventually(async () => expect(await owner.user()).toMatchObject(flags));
    const again = await owner.expect(photosRoutes.setProfile, { params: { photoId: second?._id ?? '' } });
    expect(again.wasFirstProfileSet).toBe(false);
    expect(await owner.photos('profile')).toHaveLength(2);
  });

  it('leaves books that balance, and none of what the owner paid in escrow', async () => {
    await expectNothingHeld(support, owner);
    const params = { userId: owner.userId };
    const { totals } = await support.expect(supportAccountRoutes.getAccount, { params });
    const paid = totals.filter(({ code }) => code !== 'grant').reduce((sum, { amount }) => sum + amount, 0);
    expect(paid).toBe(-40);
    expect(await owner.call({ ...photosRoutes.getTest, path: '/support/trial-balance' })).toMatchObject({
      status: 403,
    });
  });
});

describe('cancelling the first assessment', () => {
  it('gives back all that was paid, once, and can always be started again: with the same photos, for what came back', async () => {
    const owner = await Person.signedUp(system);
    await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(await twoPhonePictures()) });
    const assessor = await Person.approvedAssessor(system);
    await assessor.expect(assessmentsRoutes.submitRatings, { body: await submissionFor(assessor, owner.userId, 9) });
    const photoIds = (await owner.photos('testing')).map(({ _id }) => _id);
    const params = { photoId: photoIds[0]! };
    const ended = await owner.expect(photosRoutes.deactivate, { params });
    expect(ended).toMatchObject({ resetOccurred: true, refundTokens: 30, givenBackTokens: 10 });
    expect(await owner.user()).toMatchObject({ hasFirstTested: false, firstTestedDate: null });
    expect(await owner.photos('testing')).toEqual([]);
    const settings = { testLimit: 4, ratingRequired: true, commentsRequired: true, commentsNegative: true };
    const commentsSelected = JSON.parse(String((await owner.uploadForm([])).get('commentsSelected')));
    const body = { ...settings, commentsSelected, minComments: 1, photoIds };
    const again = await owner.expect(assessmentSettingsRoutes.startAssessments, { body });
    expect(again).toMatchObject({ remainingTokens: 0, photos: [{ timesRated: 0 }, { timesRated: 0 }] });
    await assessor.expect(assessmentsRoutes.submitRatings, { body: await submissionFor(assessor, owner.userId, 9) });
    const ends = await Promise.all([
      owner.call(photosRoutes.deletePhoto, { params }),
      owner.call(photosRoutes.deletePhoto, { params }),
    ]);
    expect(ends.filter((answer) => answer.status === 200).length).toBeGreaterThanOrEqual(1);
    await expectBalance(owner, 30);
    const { entries } = await owner.expect(tokensRoutes.getStatement);
    expect(entries.filter(({ code }) => code === 'restart')).toMatchObject([{ amount: 10 }]);
    expect(await owner.user()).toMatchObject({
      hasFirstTested: false,
      firstTestedDate: null,
      restartTokens: 30,
    });
    expect(await owner.photos('testing')).toEqual([]);
    for (const cost of [30, 20, 10, 0]) {
      await expectBalance(owner, cost);
      expect(await owner.user()).toMatchObject({ restartTokens: cost });
      const form = await owner.uploadForm(await twoPhonePictures());
      const { photos } = await owner.expect(photosRoutes.uploadPhotos, { form });
      await expectBalance(owner, 0);
      await assessor.expect(assessmentsRoutes.submitRatings, { body: await submissionFor(assessor, owner.userId, 9) });
      const back = { refundTokens: Math.max(0, cost - 10), givenBackTokens: 0, resetOccurred: true };
      expect(await owner.expect(photosRoutes.deactivate, { params: { photoId: photos[0]!._id } })).toMatchObject(back);
    }
    await expectBalancedBooks(support);
  });
});
