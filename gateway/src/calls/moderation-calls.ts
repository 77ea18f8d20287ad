import {
  type CaseDetail,
  type CaseId,
  type CasePhoto,
  catchUpRpc,
  type Notice,
  type NoticeId,
  type PhotoId,
  type QueuedCase,
  reportsRoutes,
  moderationRoutes as routes,
  type ShownCase,
} from '@candid/contracts';
import { plainRefusal } from '../kernel/refusals.js';
import { ask, orLastKnown, type ServiceCall } from '../kernel/services.js';
import {
  caller,
  compose,
  forward,
  named,
  nothing,
  only,
  ownBody,
  sentBody,
  type TableCall,
  under,
} from './call-table.js';

const PAGE = 50;
const FOLLOW_WAIT_MS = 2_000;

/** If a part cannot be read, the call fails. An answer has one page of reports, so that strangers cannot enlarge it. */
export const moderationCalls: readonly TableCall[] = [
  compose(routes.listCases, async (call, { query }) => {
    const { cases, ...counts } = await call(ask.moderation.listCases, { ...query, limit: query.limit ?? PAGE });
    // The queue works without previews.
    const previews = await orLastKnown(previewsOf(call, cases), []);
    const previewOf = (photoId: PhotoId | null) => previews.find((one) => one.photoId === photoId)?.preview ?? null;
    return { cases: cases.map((one) => ({ ...one, preview: previewOf(visiblePhotoOf(one)) })), ...counts };
  }),
  compose(routes.getCase, async (call, { params, query }) => {
    const { case: found } = await call(ask.moderation.getCase, { ...params, ...query });
    return { case: { ...found, ...(await partsOf(call, found)) } };
  }),
  compose(routes.claimCase, (call, { params, body }) =>
    changed(call, params.caseId, () => call(ask.moderation.claimCase, { ...body, ...params })),
  ),
  compose(routes.decideCase, (call, { params, body }) =>
    decided(call, params.caseId, () => call(ask.moderation.decideCase, { ...body, ...params })),
  ),
  compose(routes.confirmClosure, (call, { params, body }) =>
    decided(call, params.caseId, () => call(ask.moderation.confirmClosure, { ...body, ...params })),
  ),
  compose(routes.undoDecision, (call, { params, body }) =>
    decided(call, params.caseId, () => call(ask.moderation.undoDecision, { ...body, ...params })),
  ),
  compose(routes.decideAppeal, (call, { params, body }) =>
    decided(call, params.caseId, () => call(ask.moderation.decideAppeal, { ...body, ...params })),
  ),
  forward(routes.transparencyReport, ask.moderation.transparencyReport, ({ query }) => query, under('report')),
  compose(routes.getEvidence, async (call, { params, query }) => {
    const { case: found } = await call(ask.moderation.getEvidence, { ...params, ...query });
    const [photos, notices] = await Promise.all([evidencePhotosOf(call, found), evidenceNoticesOf(call, found)]);
    return { case: { ...found, photos, notices } };
  }),
];

/** Returns no photo under a legal hold, because the photos service may not know the legal hold yet. */
const visiblePhotoOf = ({ photoId, isUnderLegalHold }: QueuedCase) => (isUnderLegalHold ? null : photoId);

async function previewsOf(call: ServiceCall, cases: readonly QueuedCase[]) {
  const photoIds = cases.flatMap((one) => visiblePhotoOf(one) ?? []);
  return photoIds.length === 0 ? [] : (await call(ask.photos.getCasePreviews, { photoIds })).previews;
}

/** Reads the photos after the photos service has consumed the decision's event and moved the photos in storage. */
const decided = (call: ServiceCall, caseId: CaseId, act: Act) => changed(call, caseId, act, photosAfterwards);

type Act = () => Promise<{ case: CaseDetail }>;

type Parts = Pick<ShownCase, 'photos' | 'notices'>;

/** Reads the parts before the act. After it, no read may fail, because an error answer means that nothing was done. */
async function changed(call: ServiceCall, caseId: CaseId, act: Act, photosAfter = photosOf) {
  const { case: before } = await call(ask.moderation.getCase, { caseId });
  const parts = await partsOf(call, before);
  const { case: after } = await act();
  // Under a legal hold, moderators may not see the photos any more, so the fallback must not contain them.
  const photos = await orLastKnown(photosAfter(call, after), after.isUnderLegalHold ? [] : parts.photos);
  const noticeIds = noticeIdsOf(after);
  const known = parts.notices.filter(({ noticeId }) => noticeIds.includes(noticeId));
  // The act may change which notices the first page has.
  const notices = known.length === noticeIds.length ? known : await orLastKnown(noticesOf(call, after), known);
  return { case: { ...after, photos, notices } };
}

async function photosAfterwards(call: ServiceCall, found: CaseDetail): Promise<CasePhoto[]> {
  await call(catchUpRpc('photos'), { sources: ['assessments'], waitMs: FOLLOW_WAIT_MS });
  return photosOf(call, found);
}

async function partsOf(call: ServiceCall, found: CaseDetail): Promise<Parts> {
  const [photos, notices] = await Promise.all([photosOf(call, found), noticesOf(call, found)]);
  return { photos, notices };
}

/** Reads `isUnderLegalHold` from the case, because the photos service may not know the legal hold yet. */
async function photosOf(call: ServiceCall, found: CaseDetail): Promise<CasePhoto[]> {
  const { photoId, accountPhotoIds, screening, isUnderLegalHold } = found;
  const compared = screening.flatMap((finding) => ('photoId' in finding ? finding.photoId : []));
  const photoIds = [...new Set<PhotoId>([...(photoId ? [photoId] : []), ...accountPhotoIds, ...compared])];
  if (photoIds.length === 0) return [];
  const { photos } = await call(ask.photos.getCasePhotos, { photoIds });
  const shown = photoIds.flatMap((id) => photos.find((photo) => photo.photoId === id) ?? []);
  return isUnderLegalHold ? shown.map(withoutPictures) : shown;
}

const withoutPictures = (photo: CasePhoto): CasePhoto =>
  photo.state === 'gone' ? photo : { ...photo, state: 'legal-hold', renditions: [], deletedAt: null };

async function noticesOf(call: ServiceCall, found: CaseDetail): Promise<Notice[]> {
  const noticeIds = noticeIdsOf(found);
  if (noticeIds.length === 0) return [];
  return (await call(ask.notices.getNotices, { noticeIds })).notices;
}

const noticeIdsOf = ({ detail }: CaseDetail): NoticeId[] => detail.flatMap(({ noticeId }) => noticeId ?? []);

async function evidencePhotosOf(call: ServiceCall, { caseId, photoId }: CaseDetail): Promise<CasePhoto[]> {
  if (photoId === null) return [];
  return onceFollowed(call, 'photos', 1, async () => {
    const { photo } = await call(ask.photos.getEvidencePhoto, { caseId, photoId });
    return photo ? [photo] : [];
  });
}

async function evidenceNoticesOf(call: ServiceCall, found: CaseDetail): Promise<Notice[]> {
  const noticeIds = noticeIdsOf(found);
  if (noticeIds.length === 0) return [];
  return onceFollowed(call, 'identity', noticeIds.length, async () => {
    return (await call(ask.notices.getEvidenceNotices, { noticeIds })).notices;
  });
}

/** If items are missing, lets `service` catch up and reads again. @throws RefusalError `UNAVAILABLE` if that fails */
async function onceFollowed<Item>(
  call: ServiceCall,
  service: string,
  expected: number,
  read: () => Promise<Item[]>,
): Promise<Item[]> {
  const found = await read();
  if (found.length >= expected) return found;
  const { caughtUp } = await call(catchUpRpc(service), { sources: ['assessments'], waitMs: FOLLOW_WAIT_MS });
  if (!caughtUp) throw plainRefusal('UNAVAILABLE', 2);
  return read();
}

const RECEIVED = 'Thank you. We have received your notice, and will tell you by email what we decide.';

export const reportsCalls: readonly TableCall[] = [
  forward(reportsRoutes.report, ask.reports.report, ownBody),
  forward(reportsRoutes.listOwnReports, ask.reports.listOwnReports, caller, only('reports')),
  forward(
    reportsRoutes.blockPerson,
    ask.reports.blockPerson,
    ({ userId, body }) => ({ assessorId: userId, ownerId: body.userId }),
    nothing,
  ),
  forward(
    reportsRoutes.unblockPerson,
    ask.reports.unblockPerson,
    ({ userId, params }) => ({ assessorId: userId, ownerId: params.userId }),
    nothing,
  ),
  forward(reportsRoutes.listBlocks, ask.reports.listBlocks, caller),
  forward(reportsRoutes.hideFromAssessor, ask.reports.hideFromAssessor, ownBody),
  forward(
    reportsRoutes.showToAssessor,
    ask.reports.showToAssessor,
    ({ userId, params: { hideId } }) => ({ userId, hideId }),
    nothing,
  ),
  forward(reportsRoutes.listStatements, ask.reports.listStatements, caller, only('statements')),
  forward(reportsRoutes.getStatementByToken, ask.reports.getStatementByToken, named),
  compose(reportsRoutes.appeal, (call, { body, userId }) => {
    // An appeal without a token needs a logged-in person, because it concerns that person's own case.
    if (body.token === undefined && userId === undefined) throw plainRefusal('UNAUTHENTICATED');
    return call(ask.reports.appeal, body);
  }),
  forward(reportsRoutes.sendNotice, ask.notices.sendNotice, sentBody, ({ noticeId }) => ({
    noticeId,
    message: RECEIVED,
  })),
  forward(reportsRoutes.confirmNotice, ask.notices.confirmNotice, sentBody, nothing),
  forward(reportsRoutes.findFace, ask.photos.findFace, ownBody),
];
