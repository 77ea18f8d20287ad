import type { AccountExport, PhotoId, RequestContext, UserId } from '@candid/contracts';
import { joinAssessments } from '../photos/photo-view.js';
import { ask, type Services } from '../services/services.js';

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
  services: Services,
  { userId, publicUrl, exportedAt }: ExportRequest,
  context: RequestContext,
): AsyncGenerator<string> {
  const own = await services.call(ask.account.exportAccount, { userId }, context);
  const { data: catalogue } = await services.call(ask.assessments.getCatalogue, {}, context);
  const { data: profileCatalogue } = await services.call(ask.assessments.getGeneralCatalogue, {}, context);
  const head = {
    ...own,
    exportedAt: exportedAt.toISOString(),
    ...(await ofAssessing(services, userId, own.preferences, context)),
    catalogue,
    profileCatalogue,
    analytics: [],
  };
  yield JSON.stringify(head).slice(0, -1);

  let linksExpireAt: string | undefined;
  yield* list<AccountExport['photos'][number]>('photos', async ({ cursor }) => {
    const request = { userId, limit: PAGE, ...(cursor !== undefined && { cursor: cursor as PhotoId }) };
    const page = await services.call(ask.photos.exportPhotos, request, context);
    // Of the first page, whose links are the first to expire.
    linksExpireAt ??= page.linksExpireAt;
    const photos = await joinAssessments(services, page.photos, context);
    return { items: photos.map((photo) => withAbsoluteLinks(photo, publicUrl)), nextCursor: page.nextCursor };
  });
  yield `,"linksExpireAt":${JSON.stringify(linksExpireAt)}`;
  for (const side of ['received', 'given'] as const) {
    yield* list(side === 'received' ? 'ratingsReceived' : 'ratingsGiven', async (cursor) => {
      const request = { userId, side, limit: RATINGS_PAGE, ...cursor };
      const { ratings, nextCursor } = await services.call(ask.assessments.exportRatings, request, context);
      return { items: ratings, nextCursor };
    });
  }
  yield* list('profileAssessments', async (cursor) => {
    const request = { userId, limit: PAGE, ...cursor };
    const { groups, nextCursor } = await services.call(ask.groups.exportGroups, request, context);
    return { items: groups, nextCursor };
  });
  for (const side of ['received', 'given'] as const) {
    yield* list(side === 'received' ? 'profileRatingsReceived' : 'profileRatingsGiven', async (cursor) => {
      const request = { userId, side, limit: RATINGS_PAGE, ...cursor };
      const { ratings, nextCursor } = await services.call(ask.groups.exportGeneralRatings, request, context);
      return { items: ratings, nextCursor };
    });
  }
  yield* list('statement', async (cursor) => {
    const request = { userId, limit: PAGE, ...cursor };
    const { entries, nextCursor } = await services.call(ask.tokens.getStatement, request, context);
    return { items: entries, nextCursor };
  });
  yield* list('purchases', async (cursor) => {
    const request = { userId, limit: PAGE, ...cursor };
    const { purchases, nextCursor } = await services.call(ask.tokens.exportPurchases, request, context);
    return { items: purchases, nextCursor };
  });
  yield* list('feedback', async (cursor) => {
    const request = { userId, limit: PAGE, ...cursor };
    const { feedback, nextCursor } = await services.call(ask.account.exportFeedback, request, context);
    return { items: feedback, nextCursor };
  });
  yield '}';
}

async function ofAssessing(
  services: Services,
  userId: UserId,
  preferences: Omit<AccountExport['preferences'], 'stopWhenSettled'>,
  context: RequestContext,
): Promise<Pick<AccountExport, 'preferences' | 'assessing'>> {
  const own = await services.call(ask.raters.getRaterStanding, { userId }, context);
  const { stopWhenSettled } = await services.call(ask.assessments.getScorePreferences, { userId }, context);
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
