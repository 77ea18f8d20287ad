import { randomUUID } from 'node:crypto';
import { AccountExport, type UserId } from '@candid/contracts';
import { RemoteError } from '@candid/platform';
import { describe, expect, it } from '@jest/globals';
import type { ServiceCall } from '../kernel/services.js';
import { exportOf } from './account.js';

const userId = randomUUID() as UserId;
const at = '2026-11-21T04:00:00.000Z';
const id = (): string => randomUUID();

const account = {
  account: {
    userId,
    email: 'mia@example.org',
    name: 'mia',
    language: 'de',
    hasCompletedFirstAssessment: false,
    hasMadeFirstProfile: false,
    hasFirstLoggedIn: false,
    hasFirstTested: false,
    notificationNumber: 0,
    generalNotifNumber: 0,
    firstTestedDate: null,
    restartTokens: null,
    emailBouncedAt: null,
    approvedAssessor: false,
    roles: ['user'],
    phoneNumber: null,
    country: null,
    selfDescription: { gender: null, interestedIn: null, bornFrom: null },
    registeredAt: at,
  },
  preferences: {
    locationsPreference: 'All',
    lookingFor: { gender: 'All', relationshipType: 'Either', ageFrom: null, ageTo: null },
    mails: { firstRating: true, results: true, ended: true, profileResults: true, reportOutcome: true },
  },
  sessions: [],
  trials: [],
};
const standing = {
  standing: 'paused',
  signal: 'hurried',
  reason: 'Your ratings come so fast.',
  since: at,
  advice: 'Appeal.',
  canAppeal: false,
  appeal: 'I looked.',
  appealedAt: at,
};
const photo = () => ({
  photoId: id(),
  userId,
  section: 'bank',
  placeholder: 'unrated',
  photoAssessmentId: null,
  path: '/api/media/photos/full?expires=1&signature=x',
  renditions: [{ width: 270, path: '/api/media/photos/small?expires=1&signature=x' }],
  preview: '',
  createdAt: at,
  moderation: 'none',
  facesSeen: null,
});
const rating = () => ({ ratedAt: at, photoId: id(), photoAssessmentId: id(), score: 12, comments: [[1, 1, 15]] });
const generalRating = () => ({ ratedAt: at, profileAssessmentId: id(), comments: [[51, 101, 15]] });
const group = () => ({
  profileAssessmentId: id(),
  photoIds: [],
  testLimit: 1,
  testTimesRated: 0,
  commentsSelected: [],
  currentTestStartedAt: at,
  createdAt: at,
});
const entry = () => ({ entryId: id(), at, code: 'grant', amount: 40, balance: 40, cause: 'x' });
const purchase = () => ({
  checkoutId: id(),
  tokens: 50,
  price: 499,
  currency: 'usd',
  status: 'paid',
  isPaid: true,
  updatedAt: at,
});
const feedback = () => ({ feedbackId: id(), sentAt: at, email: null, subject: null, feedback: 'Lovely', answer: null });

const report = { reportId: id(), reason: 'notOwn', text: 'An actor.', reportedAt: at, outcome: 'open' };
const block = { userId: id(), blockedAt: at };
const hidden = { hideId: id(), photoId: null, ratedAt: at, hiddenAt: at };
const statement = {
  statementId: id(),
  caseId: id(),
  decision: 'hold',
  photoId: id(),
  about: ['minor'],
  rule: null,
  reasons: null,
  usedScreening: false,
  issuedAt: at,
  until: null,
  appealUntil: null,
  appeal: null,
  undoneAt: null,
};

/** Complete answers by message subject. */
const WHOLE: Record<string, object> = {
  'rpc.identity.exportAccount': account,
  'rpc.assessments.getScorePreferences': { stopWhenSettled: true, compareBy: 'anyone' },
  'rpc.assessments.listBlocks': { blocks: [block], hiddenAssessors: [hidden] },
};

/** Paged answers by message subject: the member that holds the list, and a factory of its items. */
const LISTS: Record<string, [string, () => object]> = {
  'rpc.photos.exportPhotos': ['photos', photo],
  'rpc.assessments.exportRatings': ['ratings', rating],
  'rpc.assessments.exportProfileAssessments': ['profileAssessments', group],
  'rpc.assessments.exportProfileRatings': ['ratings', generalRating],
  'rpc.tokens.getStatement': ['entries', entry],
  'rpc.tokens.exportPurchases': ['purchases', purchase],
  'rpc.identity.exportFeedback': ['feedback', feedback],
  'rpc.assessments.listOwnReports': ['reports', () => report],
  'rpc.assessments.listStatements': ['statements', () => statement],
};

/** Services with `pages` pages of each list. All pages but the last are full. */
function servicesWith(pages: number, failing?: string, raterStanding: object = {}) {
  const sizes: number[] = [];
  const call = async ({ subject }: { subject: string }, request: { cursor?: string; limit?: number }) => {
    const list = LISTS[subject];
    if (list) {
      const page = Number(request.cursor ?? 0);
      if (subject === failing && page === 1) throw new RemoteError('UNAVAILABLE', 'away');
      const isLast = page === pages - 1;
      const items = Array.from({ length: isLast ? 1 : request.limit! }, list[1]);
      sizes.push(items.length);
      return { [list[0]]: items, nextCursor: isLast ? null : String(page + 1), linksExpireAt: at };
    }
    if (WHOLE[subject]) return WHOLE[subject];
    if (subject === 'rpc.assessments.getAssessorStanding') return { ...standing, ...raterStanding };
    return subject.endsWith('PhotoScores') ? { scores: [] } : { data: [] };
  };
  return { call: call as unknown as ServiceCall, sizes };
}

async function written(call: ServiceCall): Promise<{ text: string; longest: number }> {
  const request = { userId, publicUrl: 'https://candid.example', exportedAt: new Date(at) };
  let text = '';
  let longest = 0;
  for await (const part of exportOf(call, request)) {
    text += part;
    longest = Math.max(longest, part.length);
  }
  return { text, longest };
}

describe('the export of an account', () => {
  it('is whole and the contract’s, however many pages there are, and never more than one of them at a time', async () => {
    const { call, sizes } = servicesWith(20);
    const { text, longest } = await written(call);
    const exported = AccountExport.parse(JSON.parse(text));
    expect(exported.photos).toHaveLength(19 * 100 + 1);
    expect(exported.ratingsReceived).toHaveLength(19 * 500 + 1);
    expect(exported.ratingsGiven).toHaveLength(19 * 500 + 1);
    expect(exported.profileAssessments).toHaveLength(19 * 100 + 1);
    expect(exported.profileRatingsGiven).toHaveLength(19 * 500 + 1);
    expect(exported.statement).toHaveLength(19 * 100 + 1);
    expect(exported.purchases).toHaveLength(19 * 100 + 1);
    expect(exported.feedback).toHaveLength(19 * 100 + 1);
    expect(exported.reports).toHaveLength(19 * 100 + 1);
    expect(exported.statements).toHaveLength(19 * 50 + 1);
    expect(Math.max(...sizes)).toBe(500);
    expect(longest).toBeLessThan(2_000);
  });

  it('is whole where there is nothing yet', async () => {
    const { call } = servicesWith(1);
    expect(AccountExport.parse(JSON.parse((await written(call)).text)).analytics).toEqual([]);
  });

  it('tells how the person stands as an assessor, and why', async () => {
    const { assessing, preferences } = JSON.parse((await written(servicesWith(1).call)).text) as AccountExport;
    const { advice: _, canAppeal: __, ...told } = standing;
    expect(assessing).toEqual(told);
    expect(preferences).toEqual({ ...account.preferences, stopWhenSettled: true, compareBy: 'anyone' });
  });

  it('holds the person’s reports, blocks and statements', async () => {
    const exported = JSON.parse((await written(servicesWith(1).call)).text) as AccountExport;
    const own = { reports: [report], statements: [statement], blocks: [block], hiddenAssessors: [hidden] };
    expect(exported).toMatchObject(own);
  });

  it('is whole beside a service that does not tell the signal and the appeal yet', async () => {
    const { call } = servicesWith(1, undefined, { signal: undefined, appeal: undefined });
    const { assessing } = AccountExport.parse(JSON.parse((await written(call)).text));
    expect(assessing).toMatchObject({ standing: 'paused', signal: null, appeal: null });
  });

  it('shows pictures by absolute links', async () => {
    const { photos } = JSON.parse((await written(servicesWith(1).call)).text) as AccountExport;
    const links = photos.flatMap(({ path, renditions }) => [path, ...renditions.map((rendition) => rendition.path)]);
    for (const link of links) expect(link).toMatch(/^https:\/\/candid\.example\/api\/media\//);
  });

  it('breaks off where a part of it cannot be read, instead of leaving it out', async () => {
    const { call } = servicesWith(3, 'rpc.tokens.getStatement');
    await expect(written(call)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
