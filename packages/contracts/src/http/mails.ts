import { z } from 'zod';
import { UserId } from '../ids.js';
import { MailKind, MailPreferences } from '../users.js';
import { routesOf, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Identity' });

const byUser = z.object({ userId: UserId });
const mails = z.object({ success, mails: MailPreferences });
const byUnsubscribeToken = z.object({ token: z.string().max(1024) });

export const mailsRoutes = tableOf({
  getMailPreferences: defineRoute({
    method: 'GET',
    path: '/get-mail-preferences/{userId}',
    audience: 'user',
    summary: 'Which mails you get',
    callerFields: ['params.userId'],
    params: byUser,
    answer: mails,
    refusals: ['FORBIDDEN'],
  }),
  updateMailPreferences: defineRoute({
    method: 'POST',
    path: '/update-mail-preferences',
    audience: 'user',
    summary: 'Choose which mails you get; what is left out stays as it is',
    callerFields: ['body.userId'],
    body: MailPreferences.partial().extend({ userId: UserId }),
    answer: mails,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  seeUnsubscribe: defineRoute({
    method: 'GET',
    path: '/unsubscribe/{token}',
    audience: 'anyone',
    summary: 'Which mails the link of a mail stops; changes nothing. A browser is redirected to the page that asks',
    params: byUnsubscribeToken,
    answer: z.object({ success, valid: z.boolean(), mail: MailKind.optional() }),
    refusals: [],
  }),
  /** RFC 8058: mail programs post `List-Unsubscribe=One-Click` as a form; the body is not read. */
  unsubscribe: defineRoute({
    method: 'POST',
    path: '/unsubscribe/{token}',
    audience: 'anyone',
    summary: 'Stop the one kind of mail that the link came with, without log-in (RFC 8058)',
    params: byUnsubscribeToken,
    answer: z.object({ success, message: z.string(), mail: MailKind }),
    refusals: ['UNSUBSCRIBE_TOKEN_INVALID'],
  }),
});
