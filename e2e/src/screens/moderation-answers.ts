import { CASE_URGENCY, type CaseReason, moderationRoutes } from '@candid/contracts';
import type { Page } from 'playwright-core';
import { altered, answered } from './answers.js';
import type { Cast } from './cast.js';
import { portrait, previewOf } from './pictures.js';
import { secondFactor } from './support-answers.js';

type Route = keyof typeof moderationRoutes;
type Roles = ('moderator' | 'support' | 'safety-lead')[];

const minuteMs = 60_000;
const declaredAt = Date.now();
/** Answers are made when the run starts; `desk` moves their times to the moment at which the state is shown. */
export const minutesFromNow = (minutes: number): string => new Date(declaredAt + minutes * minuteMs).toISOString();

const moved = <Answer>(answer: Answer, byMs: number): Answer =>
  JSON.parse(JSON.stringify(answer), (_, value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
      ? new Date(Date.parse(value) + byMs).toISOString()
      : value,
  );

export const idOf = (kind: string, number: number): string =>
  `${kind.padEnd(8, '0')}-1111-4111-8111-${String(number).padStart(12, '0')}`;

export const caseId = idOf('ca5e', 1);
/** Each account has its own beginning, because the queue shows only the first 8 characters of an ID. */
export const accountOf = (number: number): string => idOf(`aa0e${String(number).padStart(4, '0')}`, number);
export const ownerId = accountOf(1);
export const otherModerator = idOf('b0b', 1);
const photoId = idOf('f070', 1);
export const comparedId = idOf('f070', 2);
const reporter = (number: number) => idOf('4e4', number);

/** @throws if the answer breaks the contract, so that no screen shows an answer that the gateway cannot give */
export function asContract(route: Route, answer: unknown): unknown {
  return moderationRoutes[route].answer.parse(answer);
}

export const queued = (number: number, more: object = {}) => ({
  ...{ caseId: idOf('ca5e', number), kind: 'photo', status: 'open', severity: 2, reasons: ['sexual'], reports: 2 },
  ...{ isHeld: true, openedAt: minutesFromNow(-80), dueAt: minutesFromNow(160), claimedBy: null, claimedUntil: null },
  ...{
    subjectId: accountOf(number),
    photoId: idOf('f070', number),
    decision: null,
    isUnderLegalHold: false,
    mayDecide: true,
  },
  ...{ screening: [], earlier: [], preview: null, ...more },
});

/** A case that was reported `age` minutes ago, with the severity and the target time of its first reason. */
const waitingFor = (age: number, number: number, reasons: [CaseReason, ...CaseReason[]], more: object = {}) => {
  const { severity, targetMs } = CASE_URGENCY[reasons[0]];
  return queued(number, {
    ...{ reasons, severity, openedAt: minutesFromNow(-age), dueAt: minutesFromNow(targetMs / minuteMs - age), ...more },
  });
};

export const hours = (count: number): number => 60 * count;

/** Waiting cases as the server sorts them: severity, then target time. `late`: number of overdue cases, at most 2. */
export const waitingCases = (late = 0) =>
  [
    waitingFor(late > 0 ? 195 : 20, 1, ['minor', 'sexual'], { reports: 3 }),
    waitingFor(10, 2, ['illegal'], { kind: 'notice', reports: 1, isHeld: false, photoId: null, subjectId: null }),
    waitingFor(late > 1 ? 252 : 170, 3, ['sexual'], {
      claimedBy: otherModerator,
      claimedUntil: minutesFromNow(25),
    }),
    waitingFor(228, 4, ['hateful'], { reports: 1, isHeld: false }),
    waitingFor(80, 5, ['sexual', 'other'], { status: 'awaiting-second', reports: 6 }),
    waitingFor(hours(7), 6, ['notOwn', 'screening'], {
      ...{ reports: 1, earlier: ['removePhoto', 'askForCrop', 'removePhoto'] },
      screening: [{ kind: 'otherAccount', photoId: comparedId, userId: accountOf(11), likeness: 0.4 }],
    }),
    waitingFor(hours(100), 7, ['contact'], {
      ...{ status: 'appealed', isHeld: false, dueAt: minutesFromNow(hours(24 * 6)) },
    }),
    waitingFor(hours(3), 8, ['screening'], {
      ...{ reports: 0, isHeld: false, screening: [{ kind: 'nudity', score: 0.93 }] },
    }),
    waitingFor(hours(12), 9, ['comments'], {
      ...{ kind: 'assessor', isHeld: false, photoId: null, earlier: ['suspendAccount'] },
    }),
    waitingFor(hours(1), 10, ['other'], { reports: 1, isHeld: false }),
  ].sort((one, other) => one.severity - other.severity || Date.parse(one.dueAt) - Date.parse(other.dueAt));

/** `waiting`: number of the waiting cases of the whole queue, whatever the filter. */
function queueOf(cases: { dueAt: string }[], waiting: number) {
  const overdue = cases.filter(({ dueAt }) => Date.parse(dueAt) < Date.now()).length;
  return asContract('listCases', { success: true, cases, nextCursor: null, waiting, overdue });
}

const trusted = { upheld: 3, rejected: 1, weight: 1.3, standing: 'good', isNew: false, linkedReporters: 0 };
export const newcomer = { upheld: 0, rejected: 0, weight: 1, standing: 'good', isNew: true, linkedReporters: 0 };

export const report = (number: number, more: object = {}) => ({
  ...{ reportId: idOf('4e9', number), reason: 'sexual', text: null, reportedAt: minutesFromNow((number - 1) / 3 - 20) },
  ...{ reporterId: reporter(number), noticeId: null, isCounted: true, holdsAtOnce: false, history: trusted, ...more },
});

const picture = (name: string) => [320, 800].map((width) => ({ width, path: `/api/pictures/${name}-${width}.jpg` }));

export const photo = (id: string, more: object = {}) => ({
  ...{ photoId: id, userId: ownerId, state: 'kept', renditions: picture(id), uploadedAt: minutesFromNow(-60 * 24 * 3) },
  ...{ deletedAt: null, ...more },
});

export const decision = (more: object = {}) => ({
  ...{ statementId: idOf('5a1d', 1), decision: 'removePhoto', rule: 'no-nudity', until: null, confirmedBy: null },
  reasons: 'The photo shows nudity or something sexual. Other photos of you are welcome.',
  ...{ secondReasons: null, undoReasons: null },
  ...{
    decidedBy: otherModerator,
    decidedAt: minutesFromNow(-60 * 20),
    undoneAt: null,
    canBeUndone: true,
    appeal: null,
    ...more,
  },
});

/** A case about a photo: three reports, of which one does not count, and one screening finding. */
export const shownCase = (more: object = {}) => ({
  ...queued(1, { severity: 1, reasons: ['minor', 'sexual'], reports: 3 }),
  ...{ openedAt: minutesFromNow(-20), dueAt: minutesFromNow(40) },
  detail: [
    report(1, { reason: 'minor', holdsAtOnce: true, text: 'She writes on the school bag that she is in year 9.' }),
    report(2, { history: { ...trusted, upheld: 0, rejected: 0, weight: 1 } }),
    report(3, { isCounted: false, history: newcomer, text: 'fake' }),
  ],
  nextReports: null,
  screening: [{ kind: 'nudity', score: 0.93 }],
  decisions: [],
  subject: {
    ...{ openCases: 1, suspendedUntil: null, isClosed: false },
    decisions: [
      {
        caseId: idOf('ca5e', 30),
        decision: 'askForCrop',
        rule: 'no-contact',
        decidedAt: minutesFromNow(-60 * 24 * 40),
      },
    ],
  },
  pattern: { reporters: 3, newAccounts: 1, paused: 0, linked: 0, looksArranged: false },
  ...{ ratings: [], accountPhotoIds: [], mayDecide: true, photos: [photo(photoId)], notices: [], ...more },
});

/** The case a day later, with decisions. */
export const decidedCase = (more: object = {}) => ({
  ...moved(shownCase(), -hours(24) * minuteMs),
  ...{ status: 'decided', decision: 'removePhoto', isHeld: false, decisions: [decision()] },
  photos: [photo(photoId, { state: 'removed', deletedAt: minutesFromNow(hours(24 * 30 - 20)) })],
  ...more,
});

interface Desk {
  readonly roles?: Roles;
  readonly cases?: ReturnType<typeof queued>[];
  readonly waiting?: number;
  readonly shown?: object;
}

/** Stubs the moderation calls in the browser and gives the visitor the staff roles `roles`. */
export const desk =
  ({ roles = ['moderator'], cases = waitingCases(), waiting = cases.length, shown = shownCase() }: Desk = {}) =>
  async (page: Page, _cast: Cast): Promise<void> => {
    await altered(page, 'get-user/*', (answer) => {
      const { user, ...rest } = answer as { user: { roles: string[] } };
      return { ...rest, user: { ...user, roles: ['user', ...roles] } };
    });
    await answered(
      page,
      'account/second-factor',
      secondFactor({ confirmedAt: minutesFromNow(-60), staffRoles: roles }),
    );
    const sinceMs = Date.now() - declaredAt;
    const previewed = moved(cases, sinceMs).map(async (one, index) => ({
      ...one,
      preview: one.photoId ? await previewOf(index + 2) : null,
    }));
    await answered(page, 'support/moderation/cases', queueOf(await Promise.all(previewed), waiting));
    const one = asContract('getCase', { success: true, case: moved(shown, sinceMs) });
    await answered(page, 'support/moderation/cases/*', one);
    await answered(page, 'support/moderation/cases/*/claim', one);
    await answered(page, 'support/moderation/cases/*/evidence', one);
    await page.route('**/api/pictures/*', async (route) => {
      const body = await portrait(route.request().url().includes(comparedId) ? 3 : 2, 1);
      await route.fulfill({ body, contentType: 'image/jpeg' });
    });
  };

export const figures = asContract('transparencyReport', {
  success: true,
  report: {
    ...{ from: '2026-10-01', to: '2026-11-01', holds: 31, undone: 2, decidedLate: 4, openAtEnd: 6 },
    ...{ appeals: 5, appealsGranted: 1, appealsRejected: 3, medianMsToDecideAppeals: 41.5 * 3_600_000 },
    ...{ medianMsToDecide: 96 * minuteMs, p95MsToDecide: 11.2 * 3_600_000 },
    reportsByReason: [
      { key: 'sexual', count: 58 },
      { key: 'contact', count: 21 },
      { key: 'minor', count: 7 },
      { key: 'other', count: 1204 },
    ],
    noticesByReason: [{ key: 'illegal', count: 3 }],
    casesByOrigin: [
      { key: 'report', count: 71 },
      { key: 'screening', count: 18 },
      { key: 'notice', count: 3 },
    ],
    decisions: [
      { key: 'noViolation', count: 44 },
      { key: 'removePhoto', count: 32 },
      { key: 'suspendAccount', count: 3 },
    ],
    decisionsByRule: [
      { key: 'no-nudity', count: 21 },
      { key: 'no-contact', count: 11 },
    ],
  },
});
