import {
  assessmentSettingsRoutes,
  assessmentsRoutes,
  identitySupportRoutes,
  moderationRoutes,
  type PhotoId,
  photosRoutes,
  type Refusal,
  ROUTES,
  type Route,
  reportsRoutes,
  supportRoutes,
} from '@candid/contracts';
import { asDatabaseOwner, eventually, Person, type RunningSystem } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { firstAssessment, type JudgedOwner, judgedOwner, scenes } from '../people/judged-owner.js';
import { caseOf, claim, decide, openedPhotos, openTest, reportPhoto, settings } from '../people/moderation.js';
import {
  inFeed,
  type ModerationStage,
  photoOf,
  pictureAt,
  ratingsOf,
  refused,
  report,
  statementsOf,
} from '../people/moderation-stage.js';
import { disguised } from '../people/scenes.js';

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

/** Defines the tests of blocks, notices and abuse of moderation. The tests of the reports must run before. */
export function describeModerationAttacks(started: () => ModerationStage): void {
  beforeAll(() => {
    ({ system, support, kim, lee, lead, ann, bob, cay, dan, judged } = started());
    owner = judged.owner;
  });

  describe('a person who does not want to meet another', () => {
    it('blocks, hides and reports a rating, and learns nothing of the other; blocks hold until they are undone', async () => {
      const { owner: host, photoIds } = await judgedOwner(system, { support, raters: [ann, bob, cay, dan], photos: 1 });
      await eventually(async () => expect(await inFeed(dan, host.userId)).toBeDefined());
      const isShownTo = async (assessor: Person, isShown: boolean) => {
        expect(((await inFeed(assessor, host.userId)) !== undefined) === isShown).toBe(true);
        expect((await openTest(assessor, host.userId)).status).toBe(isShown ? 200 : 404);
      };
      const [open] = await openedPhotos(dan, host.userId, 1);
      await dan.expect(reportsRoutes.blockPerson, { body: { userId: host.userId } });
      expect((await pictureAt(system, open!.path)).status).toBe(404);
      await isShownTo(dan, false);
      await dan.expect(reportsRoutes.unblockPerson, { params: { userId: host.userId } });
      await isShownTo(dan, true);

      const body = ratingsOf(bob, host.userId, photoIds);
      await bob.expect(assessmentsRoutes.submitRatings, { body });
      const { ratings, ratingId } = await eventually(async () => {
        const { currentRatings } = await host.expect(assessmentsRoutes.getRatings, {
          params: { photoId: photoIds[0]! },
        });
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
      await eventually(async () => expect((await inFeed(cay, host.userId))?.photos).toHaveLength(2));
      await isShownTo(bob, false);
      await host.expect(reportsRoutes.showToAssessor, { params: { hideId } });
      await isShownTo(bob, true);
    });
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

    it('leads to the account and the photos of its address, and is asked for one where it has none', async () => {
      const noticed = async (location: string) => {
        const sender = new Person(system);
        const body = {
          reason: 'notOwn',
          location,
          text: words,
          name: 'Sam',
          email: sender.email,
          isGoodFaith: true,
        } as const;
        const { noticeId } = await sender.expect(reportsRoutes.sendNotice, { body });
        const shown = await eventually(async () => {
          const { cases } = await kim.expect(moderationRoutes.listCases, { query: { limit: '100' } });
          for (const { caseId } of cases.filter(({ kind }) => kind === 'notice')) {
            const { case: found } = await kim.expect(moderationRoutes.getCase, { params: { caseId } });
            if (found.notices.some((notice) => notice.noticeId === noticeId)) return found;
          }
          throw new Error('the notice has no case yet');
        });
        await decide(kim, shown.caseId, { decision: 'noViolation' });
        return { sender, shown };
      };
      const found = await noticed(`${system.baseUrl}/carousel/${owner.userId}`);
      expect(found.shown.subjectId).toBe(owner.userId);
      expect(found.shown.photos.map(({ photoId }) => photoId)).toContain(judged.photoIds[0]);
      await found.sender.mail((text) => text.includes('neither the law nor our guidelines'));
      const unfound = await noticed('your first page');
      expect([unfound.shown.subjectId, unfound.shown.photos]).toEqual([null, []]);
      await unfound.sender.mail((text) => text.includes('answer this email with its address'));
    });

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
    });
  });

  describe('new accounts that report one photo', () => {
    it('hold nothing, and are shown to moderators for what they are', async () => {
      const { owner: target, photoIds } = await judgedOwner(system, {
        support,
        raters: [ann, bob, cay, dan],
        photos: 1,
      });
      const [photoId] = photoIds as [PhotoId];
      const people = await Promise.all(Array.from({ length: 6 }, () => Person.approvedAssessor(system)));
      await openedPhotos(people[0]!, target.userId, 1);
      // Sequential, because the photo has four slots. A report releases its slot.
      for (const person of people) await reportPhoto(person, target.userId, photoId, 'sexual');
      expect((await photoOf(target, photoId))!.moderation).toBe('none');
      expect(await inFeed(dan, target.userId)).toBeDefined();
      const { caseId } = await caseOf(kim, photoId);
      const { case: shown } = await kim.expect(moderationRoutes.getCase, { params: { caseId } });
      expect(shown).toMatchObject({ isHeld: false, reports: 6 });
      expect(shown.pattern).toMatchObject({ reporters: 6, newAccounts: 6, looksArranged: true });
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
      for (const { renditions } of shown.photos)
        expect((await pictureAt(system, renditions[0]!.path)).status).toBe(200);
      // Screening alone holds no photo. A report with a matching reason does.
      expect(shown.isHeld).toBe(false);
      await openedPhotos(dan, thief.userId, 2);
      expect(await report(dan, copy, 'notOwn')).toMatchObject({ status: 202 });
      await eventually(async () => expect((await photoOf(thief, copy))!.moderation).toBe('held'));
      expect(await statementsOf(thief)).toMatchObject([{ decision: 'hold', usedScreening: true }]);
    });
  });

  describe('a moderator', () => {
    it('sees and decides nothing about an own photo, and support sees nothing of any case', async () => {
      const [photoId] = (await firstAssessment(kim, (await scenes(1))[0]!)) as [PhotoId];
      await openedPhotos(dan, kim.userId, 2);
      expect(await report(dan, photoId, 'minor')).toMatchObject({ status: 202 });
      const { caseId } = await caseOf(lee, photoId);
      // The case names the person who reported the photo.
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
}
