import { z } from 'zod';
import { CaseId, ReportId } from '../ids.js';
import { MODERATION } from '../moderation.js';
import { plainText } from '../plain-text.js';
import { CaseDetail, caseFilter, DecideRequest, Notice, QueuedCase, TransparencyReport } from '../rpc/moderation.js';
import { CasePhoto } from '../rpc/photos.js';
import { nextCursor, page, routesOf, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Moderation', audience: 'moderator' });
const defineEvidenceRoute = routesOf({ tag: 'Moderation', audience: 'evidence' });

const byCase = z.object({ caseId: CaseId });
const reportsPage = z.object({ cursor: ReportId.optional() });
const reasons = plainText(1, MODERATION.reasonsMax);

/** `photos`: first the photos of the case or account, then photos that screening found similar to them. */
export const ShownCase = CaseDetail.extend({ photos: z.array(CasePhoto), notices: z.array(Notice) });
export type ShownCase = z.infer<typeof ShownCase>;

const answer = z.object({ success, case: ShownCase });
const changed = ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'] as const;
const worked = [...changed, 'CASE_CLAIMED'] as const;

export const moderationRoutes = tableOf({
  listCases: defineRoute('GET', '/support/moderation/cases', {
    summary: 'Cases that wait, the gravest first, then what is due first; or decided ones, newest first',
    query: z.object({ ...caseFilter, status: caseFilter.status.optional(), ...page }),
    answer: z.object({
      success,
      /** `preview`: a few blurred pixels as a `data:` URI; null if the photo is not stored, or the caller may not see it. */
      cases: z.array(QueuedCase.extend({ preview: z.string().nullable() })),
      nextCursor,
      waiting: z.int(),
      overdue: z.int(),
    }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  getCase: defineRoute('GET', '/support/moderation/cases/{caseId}', {
    summary: 'A case: its reports, screening, pictures, history and decisions',
    params: byCase,
    query: reportsPage,
    answer,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  claimCase: defineRoute('POST', '/support/moderation/cases/{caseId}/claim', {
    summary: 'Work on a case: nobody else can decide it for half an hour; or give it back',
    params: byCase,
    body: z.object({ release: z.boolean().optional() }),
    answer,
    refusals: worked,
  }),
  decideCase: defineRoute('POST', '/support/moderation/cases/{caseId}/decide', {
    summary: 'Decide a case that you have claimed; the statement of reasons goes to the person',
    params: byCase,
    body: DecideRequest,
    answer,
    refusals: worked,
  }),
  confirmClosure: defineRoute('POST', '/support/moderation/cases/{caseId}/confirm', {
    summary: 'Confirm, or drop, the closure of an account that another moderator has decided',
    params: byCase,
    body: z.object({ isConfirmed: z.boolean(), reasons }),
    answer,
    refusals: changed,
  }),
  undoDecision: defineRoute('POST', '/support/moderation/cases/{caseId}/undo', {
    summary: 'Undo the newest decision of a case, until it was appealed; or withdraw your own closure',
    params: byCase,
    body: z.object({ reasons }),
    answer,
    refusals: worked,
  }),
  decideAppeal: defineRoute('POST', '/support/moderation/cases/{caseId}/appeal', {
    summary: 'Grant or reject the appeal against another moderator’s decision',
    params: byCase,
    body: z.object({ isGranted: z.boolean(), reasons }),
    answer,
    refusals: worked,
  }),
  transparencyReport: defineRoute('GET', '/support/moderation/report', {
    summary: 'The figures of a transparency report, of the days from `from` to before `to` (UTC)',
    query: z.object({ from: z.iso.date(), to: z.iso.date() }),
    answer: z.object({ success, report: TransparencyReport }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  getEvidence: defineEvidenceRoute('GET', '/support/moderation/cases/{caseId}/evidence', {
    summary: 'What was passed on as possible illegal content, kept under a legal hold',
    params: byCase,
    query: reportsPage,
    answer,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
});
