import { Readable } from 'node:stream';
import { type AccountEntry, mailsRoutes, supportLedgerRoutes, tokensRoutes } from '@candid/contracts';
import { Controller, Headers, type RawBodyRequest, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpRoute, Input, type RouteInput } from '../kernel/call.js';
import { ask, Services } from '../kernel/services.js';

@Controller()
export class PaymentNotificationsController {
  constructor(private readonly services: Services) {}

  /** The provider signs the exact bytes, so they go to the service unparsed. */
  @HttpRoute(tokensRoutes.takePaymentNotification)
  async takeNotification(
    @Req() { rawBody }: RawBodyRequest<FastifyRequest>,
    @Headers('stripe-signature') signature: string | undefined,
    @Input() { context }: RouteInput<typeof tokensRoutes.takePaymentNotification>,
  ) {
    const request = { body: rawBody?.toString('base64') ?? '', signature: signature ?? '' };
    await this.services.call(ask.tokens.takePaymentNotification, request, context);
    return { success: true, received: true };
  }
}

@Controller()
export class MailReportsController {
  constructor(private readonly services: Services) {}

  /** The identity service checks the secret and reads the mail. */
  @HttpRoute(mailsRoutes.takeMailReport)
  async takeReport(
    @Req() { rawBody }: RawBodyRequest<FastifyRequest>,
    @Headers('x-report-secret') secret: string | undefined,
    @Input() { context }: RouteInput<typeof mailsRoutes.takeMailReport>,
  ) {
    const request = { message: rawBody?.toString('base64') ?? '', secret: secret ?? '' };
    await this.services.call(ask.identity.takeMailReport, request, context);
    return { success: true };
  }
}

const PAGE = 1000;

@Controller()
export class StatementExportController {
  constructor(private readonly services: Services) {}

  @HttpRoute(supportLedgerRoutes.exportStatement)
  async exportStatement(
    @Input() { query, context }: RouteInput<typeof supportLedgerRoutes.exportStatement>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const call = this.services.callsFor(context);
    const pageFrom = (cursor?: string) =>
      call(ask.tokens.listEntries, { ...query, ...(cursor && { cursor }), limit: PAGE });
    // Reads the first page before the headers are sent, so that a failure is answered as a refusal.
    const first = await pageFrom();
    await reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="statement.csv"')
      .send(Readable.from(statementCsv(first, pageFrom)));
  }
}

export interface EntryPage {
  entries: AccountEntry[];
  nextCursor: string | null;
}

const COLUMNS = [
  ...(['entryId', 'account', 'at', 'recordedAt', 'code', 'amount', 'balance', 'transferId', 'cause'] as const),
  'assessmentIds' as const,
];

/** Returns CSV (RFC 4180) page by page. A page is requested after the reader has consumed the previous one. */
export async function* statementCsv(
  first: EntryPage,
  nextPage: (cursor: string) => Promise<EntryPage>,
): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for (let page = first; ; page = await nextPage(page.nextCursor)) {
    if (page.entries.length > 0) yield page.entries.map(lineOf).join('');
    if (page.nextCursor === null) return;
  }
}

const lineOf = (entry: AccountEntry): string => `${COLUMNS.map((column) => fieldOf(entry[column])).join(',')}\r\n`;

/** Escapes text, such as a client's request id, so that a spreadsheet does not take it for a formula. */
function fieldOf(given: AccountEntry[(typeof COLUMNS)[number]]): string {
  const value = Array.isArray(given) ? given.join(' ') : given;
  if (typeof value !== 'string') return String(value ?? '');
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
