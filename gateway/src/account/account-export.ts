import type { AccountExport, PhotoId, UserId } from '@candid/contracts';
import { inGroup, ofTest } from '../calls/http-words.js';
import { joinAssessments } from '../photos/photo-view.js';
import { ask, type ServiceCall } from '../services/services.js';

interface ExportRequest {
  userId: UserId;
  /** Links are made absolute with it. */
  publicUrl: string;
  exportedAt: Date;
}

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}
type ReadPage<Item> = (cursor: { cursor?: string }) => Promise<Page<Item>>;

const PAGE = 100;
const RATINGS_PAGE = 500;

/** The text of an `AccountExport`, in pieces. */
export async function* exportOf(
  call: ServiceCall,
  { userId, publicUrl, exportedAt }: ExportRequest,
): AsyncGenerator<string> {
  const own = await call(ask.account.exportAccount, { userId });
  const head = {
    ...own,
    exportedAt: exportedAt.toISOString(),
    ...(await ofAssessing(call, userId, own.preferences)),
    catalogue: (await call(ask.assessments.getCatalogue, {})).data,
    profileCatalogue: (await call(ask.assessments.getGeneralCatalogue, {})).data,
    analytics: [],
  };
  yield JSON.stringify(head).slice(0, -1);

  let linksExpireAt: string | undefined;
  yield* list<AccountExport['photos'][number]>('photos', async ({ cursor }) => {
    const request = { userId, limit: PAGE, ...(cursor !== undefined && { cursor: cursor as PhotoId }) };
    const page = await call(ask.photos.exportPhotos, request);
    // Of the first page, whose links are the first to expire.
    linksExpireAt ??= page.linksExpireAt;
    const photos = await joinAssessments(call, page.photos);
    return { items: photos.map((photo) => withAbsoluteLinks(photo, publicUrl)), nextCursor: page.nextCursor };
  });
  yield `,"linksExpireAt":${JSON.stringify(linksExpireAt)}`;
  const ofPerson = { userId, limit: PAGE };
  for (const side of ['received', 'given'] as const) {
    yield* list(side === 'received' ? 'ratingsReceived' : 'ratingsGiven', async (cursor) => {
      const request = { userId, side, limit: RATINGS_PAGE, ...cursor };
      const { ratings, nextCursor } = await call(ask.assessments.exportRatings, request);
      return { items: ratings.map(ofTest), nextCursor };
    });
  }
  yield* list('profileAssessments', async (cursor) => {
    const request = { ...ofPerson, ...cursor };
    const { profileAssessments, nextCursor } = await call(ask.profiles.exportProfileAssessments, request);
    return { items: profileAssessments.map(inGroup), nextCursor };
  });
  for (const side of ['received', 'given'] as const) {
    yield* list(side === 'received' ? 'profileRatingsReceived' : 'profileRatingsGiven', async (cursor) => {
      const request = { userId, side, limit: RATINGS_PAGE, ...cursor };
      const { ratings, nextCursor } = await call(ask.profiles.exportProfileRatings, request);
      return { items: ratings.map(inGroup), nextCursor };
    });
  }
  yield* list('statement', async (cursor) => {
    const { entries, nextCursor } = await call(ask.tokens.getStatement, { ...ofPerson, ...cursor });
    return { items: entries, nextCursor };
  });
  yield* list('purchases', async (cursor) => {
    const { purchases, nextCursor } = await call(ask.tokens.exportPurchases, { ...ofPerson, ...cursor });
    return { items: purchases, nextCursor };
  });
  yield* list('feedback', async (cursor) => {
    const { feedback, nextCursor } = await call(ask.account.exportFeedback, { ...ofPerson, ...cursor });
    return { items: feedback, nextCursor };
  });
  yield '}';
}

async function ofAssessing(
  call: ServiceCall,
  userId: UserId,
  preferences: Omit<AccountExport['preferences'], 'stopWhenSettled'>,
): Promise<Pick<AccountExport, 'preferences' | 'assessing'>> {
  const own = await call(ask.standing.getAssessorStanding, { userId });
  const { stopWhenSettled } = await call(ask.assessments.getScorePreferences, { userId });
  const { standing, signal = null, reason, since, appeal = null, appealedAt } = own;
  return {
    preferences: { ...preferences, stopWhenSettled },
    assessing: { standing, signal, reason, since, appeal, appealedAt },
  };
}

/** One member of the object, its items as they are read. */
async function* list<Item>(name: keyof AccountExport, read: ReadPage<Item>): AsyncGenerator<string> {
  yield `,"${name}":[`;
  let separator = '';
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await read(cursor === null ? {} : { cursor });
    for (const item of page.items) {
      yield separator + JSON.stringify(item);
      separator = ',';
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  yield ']';
}

function withAbsoluteLinks<Shown extends { path: string; renditions: { path: string }[] }>(
  photo: Shown,
  publicUrl: string,
): Shown {
  const absolute = (path: string): string => new URL(path, publicUrl).href;
  const renditions = photo.renditions.map((rendition) => ({ ...rendition, path: absolute(rendition.path) }));
  return { ...photo, path: absolute(photo.path), renditions };
}
