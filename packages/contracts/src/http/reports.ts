import { z } from 'zod';
import { byUser, NoticeId, ReportId, SubmissionId } from '../ids.js';
import { ANONYMOUS_NOTICE_REASONS } from '../moderation.js';
import { NoticeRequest } from '../rpc/moderation.js';
import { CropBox, FaceJpeg } from '../rpc/photos.js';
import { AppealRequest, Block, HiddenAssessor, OwnReport, ReportRequest, Statement } from '../rpc/reports.js';
import { routesOf, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Moderation', audience: 'user' });
const defineAssessorRoute = routesOf({ tag: 'Moderation', audience: 'assessor' });
const definePublicRoute = routesOf({ tag: 'Moderation', audience: 'anyone' });

const done = z.object({ success });

export const reportsRoutes = tableOf({
  report: defineRoute('POST', '/report', {
    summary: 'Report a photo that you assess, or a rating of your own photo',
    otherFields: ['body.photoId', 'body.ratingId'],
    body: ReportRequest,
    answer: z.object({ success, reportId: ReportId }),
    status: 202,
    refusals: ['VALIDATION_FAILED', 'NOT_FOUND', 'ALREADY_REPORTED', 'RATE_LIMITED'],
  }),
  listOwnReports: defineRoute('GET', '/reports', {
    summary: 'Your newest 100 reports, and what became of them',
    answer: z.object({ success, reports: z.array(OwnReport) }),
  }),
  blockPerson: defineAssessorRoute('POST', '/block', {
    summary: 'Never be shown a person again',
    otherFields: ['body.userId'],
    body: byUser,
    answer: done,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
  unblockPerson: defineRoute('DELETE', '/block/{userId}', {
    summary: 'Let a person be shown to you again',
    otherFields: ['params.userId'],
    params: byUser,
    answer: done,
    refusals: ['NOT_FOUND'],
  }),
  listBlocks: defineRoute('GET', '/blocks', {
    summary: 'People whom you are not shown, and ratings whose assessors are not shown you',
    answer: z.object({ success, blocks: z.array(Block), hiddenAssessors: z.array(HiddenAssessor) }),
  }),
  hideFromAssessor: defineRoute('POST', '/hide-from-assessor', {
    summary: 'Never be shown again to whoever gave this rating',
    ownedFields: ['body.ratingId'],
    body: z.object({ ratingId: SubmissionId }),
    answer: z.object({ success, hideId: z.uuid() }),
    refusals: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
  }),
  showToAssessor: defineRoute('DELETE', '/hide-from-assessor/{hideId}', {
    summary: 'Let an assessor see you again',
    ownedFields: ['params.hideId'],
    params: z.object({ hideId: z.uuid() }),
    answer: done,
    refusals: ['NOT_FOUND'],
  }),
  listStatements: defineRoute('GET', '/statements', {
    summary: 'What was held or decided about your photos and your account, with the reasons: the newest 50',
    answer: z.object({ success, statements: z.array(Statement) }),
  }),
  getStatementByToken: definePublicRoute('GET', '/appeals/{token}', {
    summary: 'The statement that the link in a mail is about',
    params: z.object({ token: z.string().max(200) }),
    answer: z.object({ success, statement: Statement }),
    refusals: ['NOT_FOUND', 'RATE_LIMITED'],
  }),
  appeal: definePublicRoute('POST', '/appeals', {
    summary: 'Appeal against a decision: with the token of its mail, or logged in with its statement or its case',
    ownedFields: ['body.statementId', 'body.caseId'],
    body: AppealRequest.refine(
      ({ token, statementId, caseId }) =>
        [token, statementId, caseId].filter((named) => named !== undefined).length === 1,
      'Name a token, a statement or a case.',
    ),
    answer: done,
    status: 202,
    refusals: [
      'VALIDATION_FAILED',
      'UNAUTHENTICATED',
      'NOT_FOUND',
      'ALREADY_APPEALED',
      'APPEAL_EXPIRED',
      'RATE_LIMITED',
    ],
  }),
  sendNotice: definePublicRoute('POST', '/notices', {
    summary: 'Report content that breaks the law or the guidelines; a receipt comes by mail',
    body: NoticeRequest.refine(
      ({ reason, name, email }) => ANONYMOUS_NOTICE_REASONS.includes(reason) || Boolean(name?.trim() && email?.trim()),
      'Please give your name and email.',
    ),
    answer: z.object({ success, noticeId: NoticeId, message: z.string() }),
    status: 202,
    refusals: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  }),
  confirmNotice: definePublicRoute('POST', '/notices/confirm', {
    summary: 'Confirm a notice with the token of its receipt',
    body: z.object({ token: z.string().max(200) }),
    answer: done,
    refusals: ['VALIDATION_FAILED', 'NOT_FOUND', 'RATE_LIMITED'],
  }),
  findFace: defineRoute('POST', '/find-face', {
    summary: 'Look for a face in a JPEG of at most 180 KB, to propose a crop; nothing is kept',
    body: z.object({ jpeg: FaceJpeg }),
    answer: z.object({ success, faces: z.int().nullable(), crop: CropBox.nullable() }),
    refusals: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  }),
});
