import { Readable } from 'node:stream';
import {
  type AccountExport,
  type PhotoId,
  accountRoutes as routes,
  type ScorePreferences,
  type UserId,
} from '@candid/contracts';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { EndedSessions } from '../auth/callers.js';
import { RefreshCookie } from '../auth/cookies.js';
import { inGroup, ofTest } from '../calls/call-table.js';
import { HttpRoute, Input, type RouteInput } from '../kernel/call.js';
import { GATEWAY_CONFIG, type GatewayConfig } from '../kernel/config.js';
import { ask, type ServiceCall, Services } from '../kernel/services.js';
import { joinAssessments } from '../photos/photo-view.js';

@Controller()
export class AccountController {
  constructor(
    private readonly services: Services,
    private readonly ended: EndedSessions,
    private readonly cookie: RefreshCookie,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** Streams the export, so that memory use does not grow with the account. If a read fails, the JSON ends early. */
  @HttpRoute(routes.exportAccount)
  async exportAccount(
    @Input() { userId, context }: RouteInput<typeof routes.exportAccount>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const exportedAt = new Date();
    const request = { userId, publicUrl: this.config.PUBLIC_URL, exportedAt };
    const parts = exportOf(this.services.callsFor(context), request);
    // Reads the first part before the headers are sent, so that a failure is answered with a refusal, not with a file.
    const first = await parts.next();
    const filename = `candid-${exportedAt.toISOString().slice(0, 10)}.json`;
    await reply
      .status(routes.exportAccount.status)
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${filename}"`)
      .send(Readable.from(joined(String(first.value ?? ''), parts), { objectMode: false }));
  }

  @HttpRoute(routes.deleteAccount)
  async deleteAccount(
    @Input() { userId, body, context }: RouteInput<typeof routes.deleteAccount>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const request = { userId, password: body.password };
    const { eraseAt } = await this.services.call(ask.account.deleteAccount, request, context);
    await this.ended.lookNow();
    this.cookie.clear(reply);
    return { success: true, message: 'Your account is deleted.', deletionDate: eraseAt };
  }
}

async function* joined(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

type Cursor = { cursor?: string };

type Page<Key extends string, Item> = Record<Key, Item[]> & { nextCursor: string | null };

const PAGE = 100;
const RATINGS_PAGE = 500;
const STATEMENTS_PAGE = 50;

export async function* exportOf(
  call: ServiceCall,
  { userId, publicUrl, exportedAt }: { userId: UserId; publicUrl: string; exportedAt: Date },
): AsyncGenerator<string> {
  const exported = await call(ask.account.exportAccount, { userId });
  const head = {
    ...exported,
    exportedAt: exportedAt.toISOString(),
    ...(await ofAssessing(call, userId, exported.preferences)),
    catalogue: (await call(ask.assessments.getCatalogue, {})).data,
    profileCatalogue: (await call(ask.assessments.getGeneralCatalogue, {})).data,
    analytics: [],
  };
  yield JSON.stringify(head).slice(0, -1);

  let linksExpireAt: string | undefined;
  yield* list('photos', 'photos', async ({ cursor }) => {
    const request = { userId, limit: PAGE, ...(cursor !== undefined && { cursor: cursor as PhotoId }) };
    const page = await call(ask.photos.exportPhotos, request);
    // The links of the first page expire first.
    linksExpireAt ??= page.linksExpireAt;
    const photos = await joinAssessments(call, page.photos);
    return { photos: photos.map((photo) => withAbsoluteLinks(photo, publicUrl)), nextCursor: page.nextCursor };
  });
  yield `,"linksExpireAt":${JSON.stringify(linksExpireAt)}`;
  const own = { userId, limit: PAGE };
  const { assessments, profiles, tokens, account } = ask;
  for (const [side, name] of [
    ['received', 'ratingsReceived'],
    ['given', 'ratingsGiven'],
  ] as const) {
    const ratings = { userId, side, limit: RATINGS_PAGE };
    yield* list(name, 'ratings', (cursor) => call(assessments.exportRatings, { ...ratings, ...cursor }), ofTest);
  }
  const readProfiles = (cursor: Cursor) => call(profiles.exportProfileAssessments, { ...own, ...cursor });
  yield* list('profileAssessments', 'profileAssessments', readProfiles, inGroup);
  for (const [side, name] of [
    ['received', 'profileRatingsReceived'],
    ['given', 'profileRatingsGiven'],
  ] as const) {
    const ratings = { userId, side, limit: RATINGS_PAGE };
    yield* list(name, 'ratings', (cursor) => call(profiles.exportProfileRatings, { ...ratings, ...cursor }), inGroup);
  }
  yield* list('statement', 'entries', (cursor) => call(tokens.getStatement, { ...own, ...cursor }));
  yield* list('purchases', 'purchases', (cursor) => call(tokens.exportPurchases, { ...own, ...cursor }));
  yield* list('feedback', 'feedback', (cursor) => call(account.exportFeedback, { ...own, ...cursor }));
  const { reports } = ask;
  yield* list('reports', 'reports', (cursor) => call(reports.listOwnReports, { ...own, ...cursor }));
  const statements = { userId, limit: STATEMENTS_PAGE };
  yield* list('statements', 'statements', (cursor) => call(reports.listStatements, { ...statements, ...cursor }));
  // These two lists are bounded per person and need no paging.
  const { blocks, hiddenAssessors } = await call(reports.listBlocks, { userId });
  yield `,${JSON.stringify({ blocks, hiddenAssessors }).slice(1, -1)}`;
  yield '}';
}

async function ofAssessing(
  call: ServiceCall,
  userId: UserId,
  preferences: Omit<AccountExport['preferences'], keyof ScorePreferences>,
): Promise<Pick<AccountExport, 'preferences' | 'assessing'>> {
  const own = await call(ask.standing.getAssessorStanding, { userId });
  const ofScores = await call(ask.assessments.getScorePreferences, { userId });
  const { standing, signal = null, reason, since, appeal = null, appealedAt } = own;
  return {
    preferences: { ...preferences, ...ofScores },
    assessing: { standing, signal, reason, since, appeal, appealedAt },
  };
}

async function* list<Key extends string, Item extends object>(
  name: keyof AccountExport,
  key: Key,
  read: (cursor: Cursor) => Promise<Page<Key, Item>>,
  shownOf: (item: Item) => object = (item) => item,
): AsyncGenerator<string> {
  yield `,"${name}":[`;
  let separator = '';
  let cursor: string | null = null;
  do {
    const page: Page<Key, Item> = await read(cursor === null ? {} : { cursor });
    for (const item of page[key]) {
      yield separator + JSON.stringify(shownOf(item));
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
