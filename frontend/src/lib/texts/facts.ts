import { MODERATION, PRODUCT, RETENTION, TRIAL } from '@candid/contracts';
import messages from '../../../texts/en/facts.json' with { type: 'json' };
import { filled } from '../language/message';

const { kept } = messages;

const DAY_MS = 24 * 3_600_000;
const days = (ms: number): string => filled(messages.facts.days, { days: ms / DAY_MS });

/** Constants of the system for use in texts, so that pages state what the system really does. */
export const facts = {
  price: PRODUCT.pricePerAssessorTokens,
  firstAssessment: PRODUCT.firstAssessmentPhotos * PRODUCT.firstAssessmentAssessors * PRODUCT.pricePerAssessorTokens,
  welcomeTokens: PRODUCT.welcomeGrantTokens,
  photoReward: PRODUCT.rewardPerRatedPhotoTokens,
  commentReward: PRODUCT.rewardPerExtraCommentTokens,
  assessorDailyCap: PRODUCT.assessorDailyCapTokens,
  scores: filled(messages.facts.scores, { min: PRODUCT.scoreMin, max: PRODUCT.scoreMax }),
  uploadSize: filled(messages.facts.uploadSize, { megabytes: PRODUCT.uploadBytesMax / 1024 ** 2 }),
  signupCode: days(PRODUCT.signupCodeMs),
  erasure: days(PRODUCT.erasureMs),
  originalKept: filled(messages.facts.hours, { hours: PRODUCT.originalKeptHours }),
  removedPictures: days(MODERATION.retentionMs),
  waitingNotice: days(MODERATION.waitingNoticeMs),
  suspensionMax: filled(messages.facts.days, { days: MODERATION.suspensionDaysMax }),
  feedback: days(RETENTION.feedbackMs),
  welcomedMailbox: days(RETENTION.welcomedMailboxMs),
  submissionNetwork: days(RETENTION.submissionNetworkMs),
  trial: days(TRIAL.windowMs),
  analyticsDay: days(RETENTION.analyticsDayMs),
} as const;

/** Descriptions of browser-stored data, by the module that writes the data; null if another entry covers it. */
export const keptInBrowser = {
  untilLogOut: { 'lib/session/session-store.ts': kept.session },
  untilTabCloses: {
    'features/assess/assessment-queue.ts': kept.assessments,
    'features/assess/components/assessment-dialogs.tsx': kept.read,
    'features/assess/components/standing.tsx': null,
    'main.tsx': kept.visit,
    'app/lazy-page.tsx': kept.reload,
    'features/moderation/draft.ts': kept.moderation,
    'features/moderation/components/photo-panel.tsx': null,
  },
  afterLogOut: {
    'lib/outbox/outbox.ts': kept.unsent,
    'features/assess/hooks/use-draft.ts': kept.drafts,
    'features/dashboard/components/dialogs/notifications-dialog.tsx': kept.seen,
    'features/results/first-results.ts': null,
    'features/first-week/first-week.ts': null,
    'features/push/use-push.ts': kept.notifications,
    'features/waiting/components/install-hint.tsx': null,
    'shared/safety/statement-news.ts': null,
    'lib/storage/remembered.ts': null,
    'features/upload/hooks/use-shared-photos.ts': kept.shared,
    'features/dashboard/components/photo-view/retake-progress.tsx': kept.retake,
  },
  ofTheBrowser: {
    'lib/colour-scheme/colour-scheme.ts': kept.colours,
    'shared/console/remembered.ts': kept.keys,
  },
  cookies: { 'lib/language/take-language.ts': kept.language },
} as const satisfies Record<string, Readonly<Record<string, string | null>>>;

function listed(texts: Readonly<Record<string, string | null>>): string {
  const named = Object.values(texts).filter((text) => text !== null);
  const last = named.at(-1) ?? '';
  return named.length < 2 ? last : filled(messages.list, { first: named.slice(0, -1).join(', '), last });
}

export const browserFacts = {
  untilLogOut: listed(keptInBrowser.untilLogOut),
  untilTabCloses: listed(keptInBrowser.untilTabCloses),
  afterLogOut: listed(keptInBrowser.afterLogOut),
  ofTheBrowser: listed(keptInBrowser.ofTheBrowser),
  cookies: listed(keptInBrowser.cookies),
};
