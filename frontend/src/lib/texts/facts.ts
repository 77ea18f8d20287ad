import { MODERATION, PRODUCT, RETENTION, TRIAL } from '@candid/contracts';

const DAY_MS = 24 * 3_600_000;
const days = (ms: number): string => `${ms / DAY_MS} days`;

/** Constants of the system for use in texts, so that pages state what the system really does. */
export const facts = {
  price: PRODUCT.pricePerAssessorTokens,
  welcomeTokens: PRODUCT.welcomeGrantTokens,
  photoReward: PRODUCT.rewardPerRatedPhotoTokens,
  commentReward: PRODUCT.rewardPerExtraCommentTokens,
  assessorDailyCap: PRODUCT.assessorDailyCapTokens,
  scores: `${PRODUCT.scoreMin} to ${PRODUCT.scoreMax}`,
  uploadSize: `${PRODUCT.uploadBytesMax / 1024 ** 2} MB`,
  signupCode: days(PRODUCT.signupCodeMs),
  erasure: days(PRODUCT.erasureMs),
  originalKept: `${PRODUCT.originalKeptHours} hours`,
  removedPictures: days(MODERATION.retentionMs),
  waitingNotice: days(MODERATION.waitingNoticeMs),
  suspensionMax: `${MODERATION.suspensionDaysMax} days`,
  feedback: days(RETENTION.feedbackMs),
  welcomedMailbox: days(RETENTION.welcomedMailboxMs),
  submissionNetwork: days(RETENTION.submissionNetworkMs),
  trial: days(TRIAL.windowMs),
  analyticsDay: days(RETENTION.analyticsDayMs),
} as const;

/** Descriptions of browser-stored data, by the module that writes the data; null if another entry covers it. */
export const keptInBrowser = {
  untilLogOut: { 'lib/session/session-store.ts': 'your session and whether you are an approved assessor' },
  untilTabCloses: {
    'features/assess/assessment-queue.ts': 'the assessments you are in the middle of',
    'features/assess/components/assessment-dialogs.tsx': 'which explanations and warnings you have read',
    'features/assess/components/standing.tsx': null,
    'main.tsx': 'that this visit was counted',
    'app/lazy-page.tsx': 'when the page last reloaded itself',
    'features/moderation/draft.ts': "a moderator's draft and view of pictures",
    'features/moderation/components/photo-panel.tsx': null,
  },
  afterLogOut: {
    'lib/outbox/outbox.ts': 'what you sent and the server has not taken yet',
    'features/assess/hooks/use-draft.ts': 'ratings and comments that you have not submitted',
    'features/dashboard/components/dialogs/notifications-dialog.tsx':
      'which ratings, hints and decisions you have seen',
    'features/results/first-results.ts': null,
    'features/first-week/first-week.ts': null,
    'features/push/use-push.ts': 'which notifications you want',
    'features/waiting/components/install-hint.tsx': null,
    'shared/safety/statement-news.ts': null,
    'lib/storage/remembered.ts': null,
    'features/upload/hooks/use-shared-photos.ts': 'photos that you shared to Candid and have not cropped yet',
    'features/dashboard/components/photo-view/retake-progress.tsx': 'which photo you took to replace another',
  },
  ofTheBrowser: {
    'lib/colour-scheme/colour-scheme.ts': 'the colours you chose',
    'shared/console/remembered.ts': 'whether single keys are shortcuts for our staff',
  },
} as const satisfies Record<string, Readonly<Record<string, string | null>>>;

function listed(texts: Readonly<Record<string, string | null>>): string {
  const named = Object.values(texts).filter((text) => text !== null);
  return [named.slice(0, -1).join(', '), named.at(-1)].filter(Boolean).join(' and ');
}

export const browserFacts = {
  untilLogOut: listed(keptInBrowser.untilLogOut),
  untilTabCloses: listed(keptInBrowser.untilTabCloses),
  afterLogOut: listed(keptInBrowser.afterLogOut),
  ofTheBrowser: listed(keptInBrowser.ofTheBrowser),
};
