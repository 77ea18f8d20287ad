import { z } from 'zod';
import { UserId } from '../ids.js';
import { MailKind, MailPreferences } from '../users.js';
import { byCaller, routesOf, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Identity', audience: 'user' });
const definePublicRoute = routesOf({ tag: 'Identity', audience: 'anyone' });

const mails = z.object({ success, mails: MailPreferences });
const byUnsubscribeToken = z.object({ token: z.string().max(1024) });

export const mailsRoutes = tableOf({
  getMailPreferences: defineRoute('GET', '/get-mail-preferences/{userId}', {
    summary: 'Which mails you get',
    ...byCaller,
    answer: mails,
    refusals: ['FORBIDDEN'],
  }),
  updateMailPreferences: defineRoute('POST', '/update-mail-preferences', {
    summary: 'Choose which mails you get; what is left out stays as it is',
    callerFields: ['body.userId'],
    body: MailPreferences.partial().extend({ userId: UserId }),
    answer: mails,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  seeUnsubscribe: definePublicRoute('GET', '/unsubscribe/{token}', {
    summary: 'Which mails the link of a mail stops; changes nothing. A browser is redirected to the page that asks',
    params: byUnsubscribeToken,
    answer: z.object({ success, valid: z.boolean(), mail: MailKind.optional() }),
  }),
  /** RFC 8058: mail programs post `List-Unsubscribe=One-Click` as a form; the body is not read. */
  unsubscribe: definePublicRoute('POST', '/unsubscribe/{token}', {
    summary: 'Stop the one kind of mail that the link came with, without log-in (RFC 8058)',
    params: byUnsubscribeToken,
    answer: z.object({ success, message: z.string(), mail: MailKind }),
    refusals: ['UNSUBSCRIBE_TOKEN_INVALID'],
  }),
});
