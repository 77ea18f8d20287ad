import type { Page } from 'playwright-core';
import { answered, refused, stalled } from './answers.js';
import {
  accountOf,
  caseId,
  comparedId,
  decidedCase,
  decision,
  desk,
  figures,
  hours,
  idOf,
  minutesFromNow,
  newcomer,
  otherModerator,
  ownerId,
  photo,
  report,
  shownCase,
  waitingCases,
} from './moderation-answers.js';
import type { Screen } from './screen.js';
import { support } from './support-answers.js';

const queue = '/support/moderation';
const path = `${queue}/${caseId}`;
const own = idOf('f070', 1);
const otherOwner = accountOf(2);
const claimedByOther = { claimedBy: otherModerator, claimedUntil: minutesFromNow(25) };
const key = (name: string) => async (page: Page) => {
  // The keyboard shortcuts work only after the cases have loaded.
  await page
    .getByText(/^opened/)
    .first()
    .waitFor();
  await page.keyboard.press(name);
};
const closure = decision({
  ...{ decision: 'closeAccount', rule: 'adults', reasons: 'Three times within a month.' },
  ...{ decidedAt: minutesFromNow(-5), canBeUndone: false },
});
const closing = shownCase({ status: 'awaiting-second', decisions: [closure] });
const appealed = decidedCase({
  ...{ status: 'appealed', dueAt: minutesFromNow(hours(24 * 7 - 5)) },
  decisions: [
    decision({
      canBeUndone: false,
      appeal: {
        text: 'It is a photo from the beach, in a swimsuit. Others show the same and are still there.',
        ...{ filedAt: minutesFromNow(-300), outcome: null, reasons: null, decidedBy: null, decidedAt: null },
      },
    }),
  ],
});
const passedOn = {
  ...{ decision: 'passOn', isUnderLegalHold: true, mayDecide: false },
  decisions: [decision({ decision: 'passOn', rule: 'law', canBeUndone: false })],
};

const compared = shownCase({
  reasons: ['notOwn', 'screening'],
  ...{ severity: 3, reports: 1, dueAt: minutesFromNow(hours(24) - 20) },
  detail: [report(1, { reason: 'notOwn', text: 'I know this picture from another account.' })],
  screening: [{ kind: 'otherAccount', photoId: comparedId, userId: otherOwner, likeness: 0.97 }],
  photos: [
    photo(own),
    photo(comparedId, { userId: otherOwner, state: 'removed', deletedAt: minutesFromNow(60 * 24 * 12) }),
  ],
});

export const moderationDesk: Screen = {
  name: queue,
  states: [
    { name: 'queue', ...support, path: queue, before: desk(), ready: 'photo, 0.40 of 1', wide: true },
    {
      name: 'queue, overdue, second case chosen',
      ...support,
      path: queue,
      before: desk({ cases: waitingCases(2), roles: ['moderator', 'support'] }),
      reach: async (page) => {
        await page.getByText('2 are late').waitFor();
        await page.keyboard.press('j');
        await page.keyboard.press('j');
      },
      ready: '2 h late',
    },
    {
      name: 'queue, cases of one account',
      ...support,
      path: `${queue}?status=all&account=${ownerId}`,
      before: desk({
        cases: waitingCases()
          .slice(2, 5)
          .map((one) => ({ ...one, subjectId: ownerId })),
        waiting: waitingCases().length,
      }),
      ready: 'Owner aa0e0001…',
    },
    {
      name: 'queue, no case matches',
      ...support,
      path: `${queue}?reason=hateful&account=${ownerId}`,
      before: desk({ cases: [], waiting: waitingCases().length }),
      ready: 'Clear the filters',
    },
    { name: 'queue, empty', ...support, path: queue, before: desk({ cases: [] }), ready: 'Nothing waiting' },
    {
      name: 'queue, loading',
      ...support,
      path: queue,
      before: async (page, cast) => {
        await desk()(page, cast);
        await stalled(page, 'support/moderation/cases');
      },
      ready: 'Loading the queue...',
    },
    {
      name: 'queue, failed',
      ...support,
      path: queue,
      before: async (page, cast) => {
        await desk()(page, cast);
        await refused(page, 'support/moderation/cases');
      },
      ready: 'Try again',
    },
    { name: 'keys', ...support, path: queue, before: desk(), reach: key('?'), ready: 'Single keys' },
    { name: 'case, blurred', ...support, path, before: desk(), ready: 'Uploaded' },
    { name: 'case, shown', ...support, path, before: desk(), reach: key('b'), ready: 'Greyscale', wide: true },
    {
      name: 'case, greyscale, compared with another account',
      ...support,
      path,
      before: desk({ shown: compared }),
      reach: async (page) => {
        await key('b')(page);
        await page.keyboard.press('g');
      },
      ready: 'Another account, 0.97',
      wide: true,
    },
    {
      name: 'case, claimed by another',
      ...support,
      path,
      before: desk({ shown: shownCase(claimedByOther) }),
      ready: 'works on this case until',
    },
    {
      name: 'case, arranged reports',
      ...support,
      path,
      before: desk({
        shown: shownCase({
          ...{ isHeld: false, reports: 50, severity: 4, reasons: ['other'], screening: [] },
          dueAt: minutesFromNow(hours(72) - 20),
          detail: Array.from({ length: 50 }, (_, index) =>
            report(index + 1, {
              ...{ reason: 'other', text: 'ban him', isCounted: false },
              history: { ...newcomer, linkedReporters: index < 31 ? 30 : 0 },
            }),
          ),
          pattern: { reporters: 50, newAccounts: 50, paused: 0, linked: 31, looksArranged: true },
        }),
      }),
      ready: 'These reports look arranged',
    },
    {
      name: 'case, notice',
      ...support,
      path,
      before: desk({
        shown: shownCase({
          ...{ kind: 'notice', reasons: ['illegal'], photoId: null, subjectId: null, subject: null, photos: [] },
          ...{ isHeld: false, screening: [], reports: 1, dueAt: minutesFromNow(hours(4) - 20) },
          detail: [report(1, { reason: 'illegal', reporterId: null, noticeId: idOf('a0', 1), history: null })],
          notices: [
            {
              ...{ noticeId: idOf('a0', 1), reason: 'illegal', receivedAt: minutesFromNow(-20) },
              location: 'The third photo that I was shown on Sunday evening, a man with a red cap',
              text: 'The cap carries a symbol that is forbidden in my country.\nI can send a picture of it.',
            },
          ],
        }),
      }),
      ready: 'Notices by the public form',
    },
    {
      name: 'case, assessor',
      ...support,
      path,
      before: desk({
        shown: shownCase({
          ...{ kind: 'assessor', reasons: ['comments'], severity: 4, photoId: null, isHeld: false, photos: [] },
          dueAt: minutesFromNow(hours(72) - 20),
          ...{ screening: [], detail: [report(1, { reason: 'comments', text: 'It hurts to read this.' })], reports: 1 },
          ratings: [
            {
              ...{ ratingId: idOf('4a7e', 1), photoId: own, score: 2, ratedAt: minutesFromNow(-600) },
              comments: [
                [1, 1, 2],
                [2, 9, 1],
              ],
            },
          ],
        }),
      }),
      ready: 'Reported ratings',
    },
    {
      name: 'case, appeal',
      ...support,
      path,
      before: desk({ shown: appealed }),
      ready: 'Grant the appeal',
      wide: true,
    },
    {
      name: 'case, awaiting a second moderator',
      ...support,
      path,
      before: desk({ shown: closing }),
      ready: 'Confirm the closure',
    },
    {
      name: 'case, confirming a closure',
      ...support,
      path,
      before: desk({ shown: closing }),
      reach: key('1'),
      ready: 'Close the account?',
    },
    {
      name: 'case, own decision awaits a second moderator',
      ...support,
      path,
      before: async (page, cast) => {
        const mine = { ...closure, decidedBy: cast.support.userId, canBeUndone: true };
        const shown = shownCase({ status: 'awaiting-second', decisions: [mine], mayDecide: false });
        await desk({ shown })(page, cast);
      },
      ready: 'Another moderator has to confirm it',
    },
    {
      name: 'case, legal hold',
      ...support,
      path,
      before: desk({
        shown: decidedCase({
          ...{ ...passedOn, detail: [], screening: [] },
          photos: [photo(own, { state: 'legal-hold', renditions: [] })],
        }),
      }),
      ready: 'Under a legal hold',
    },
    {
      name: 'case, decided',
      ...support,
      path: `${path}?status=decided`,
      before: desk({
        shown: decidedCase({
          decisions: [
            decision(),
            decision({
              ...{ statementId: idOf('5a1d', 2), decision: 'noViolation', rule: null },
              reasons: 'We looked at it and found nothing against our guidelines.',
              undoReasons: 'I had not looked at the lower half of the photo.',
              ...{ undoneAt: minutesFromNow(-hours(22)), decidedAt: minutesFromNow(-hours(23)), canBeUndone: false },
            }),
          ],
        }),
      }),
      ready: 'Undo the decision',
    },
    {
      name: 'case, missing',
      ...support,
      path: `${queue}/nobody`,
      before: async (page, cast) => {
        await desk()(page, cast);
        await refused(page, 'support/moderation/cases/*', 404, 'NOT_FOUND', 'There is no such case.');
      },
      ready: 'There is no case with this ID',
    },
    { name: 'deciding', ...support, path, before: desk(), reach: key('2'), ready: 'What the person reads', wide: true },
    {
      name: 'deciding, compared with another account',
      ...support,
      path,
      before: desk({ shown: compared }),
      reach: async (page) => {
        await key('2')(page);
        await page.getByText('What the person reads').waitFor();
        await page.keyboard.press('b');
      },
      ready: 'Another account, 0.97',
      wide: true,
    },
    {
      name: 'answering an appeal',
      ...support,
      path,
      before: desk({ shown: appealed }),
      reach: key('1'),
      ready: 'Grant the appeal?',
    },
    {
      name: 'deciding, suspension',
      ...support,
      path,
      before: desk(),
      reach: key('4'),
      ready: 'Days',
    },
    {
      name: 'deciding, taken by another',
      ...support,
      path,
      before: async (page, cast) => {
        await desk()(page, cast);
        const message = 'Somebody else works on this case.';
        await refused(page, 'support/moderation/cases/*/claim', 409, 'CASE_CLAIMED', message);
      },
      reach: key('2'),
      ready: 'Your text is kept.',
    },
    {
      name: 'report figures',
      ...support,
      path: `${queue}/report?from=2026-10-01&to=2026-11-01`,
      before: async (page, cast) => {
        await desk()(page, cast);
        await answered(page, 'support/moderation/report', figures);
      },
      ready: '95th percentile',
      wide: true,
    },
    {
      name: 'evidence, to be found',
      ...support,
      path: queue.replace('moderation', 'moderation/evidence'),
      before: desk({ roles: ['safety-lead'] }),
      ready: 'From the message that told you of it.',
    },
    {
      name: 'evidence',
      ...support,
      path: `${path}/evidence`,
      before: desk({
        roles: ['safety-lead'],
        shown: decidedCase({ ...passedOn, photos: [photo(own, { state: 'legal-hold' })] }),
      }),
      ready: 'Each look goes on record.',
    },
    {
      name: 'not for support',
      ...support,
      path: queue,
      before: desk({ roles: ['support'] }),
      ready: '404 Not Found',
    },
  ],
};
