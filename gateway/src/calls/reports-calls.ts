import { reportsRoutes as routes } from '@candid/contracts';
import { plainRefusal } from '../errors/refusals.js';
import { ask } from '../services/services.js';
import { compose, forward, type TableCall } from './call-table.js';

const RECEIVED = 'Thank you. We have received your notice, and will tell you by email what we decide.';

const nothing = () => ({});
const caller = <Id>({ userId }: { userId: Id }) => ({ userId });
const ownBody = <Id, Body extends object>({ userId, body }: { userId: Id; body: Body }) => ({ ...body, userId });

export const reportsCalls: readonly TableCall[] = [
  forward(routes.report, ask.reports.report, ownBody),
  forward(routes.listOwnReports, ask.reports.listOwnReports, caller, ({ reports }) => ({ reports })),
  forward(
    routes.blockPerson,
    ask.reports.blockPerson,
    ({ userId, body }) => ({ assessorId: userId, ownerId: body.userId }),
    nothing,
  ),
  forward(
    routes.unblockPerson,
    ask.reports.unblockPerson,
    ({ userId, params }) => ({ assessorId: userId, ownerId: params.userId }),
    nothing,
  ),
  forward(routes.listBlocks, ask.reports.listBlocks, caller),
  forward(routes.hideFromAssessor, ask.reports.hideFromAssessor, ownBody),
  forward(
    routes.showToAssessor,
    ask.reports.showToAssessor,
    ({ userId, params: { hideId } }) => ({ userId, hideId }),
    nothing,
  ),
  forward(routes.listStatements, ask.reports.listStatements, caller, ({ statements }) => ({ statements })),
  forward(routes.getStatementByToken, ask.reports.getStatementByToken, ({ params }) => params),
  compose(routes.appeal, (call, { body, userId }) => {
    // An appeal without a token needs a logged-in person, because it concerns that person's own case.
    if (body.token === undefined && userId === undefined) throw plainRefusal('UNAUTHENTICATED');
    return call(ask.reports.appeal, body);
  }),
  forward(
    routes.sendNotice,
    ask.notices.sendNotice,
    ({ body }) => body,
    ({ noticeId }) => ({ noticeId, message: RECEIVED }),
  ),
  forward(routes.confirmNotice, ask.notices.confirmNotice, ({ body }) => body, nothing),
  forward(routes.findFace, ask.photos.findFace, ownBody),
];
