import { Readable } from 'node:stream';
import { supportLedgerRoutes as routes } from '@candid/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';
import { statementCsv } from '../support/statement-csv.js';

const PAGE = 1000;

@Controller()
export class StatementExportController {
  constructor(private readonly services: Services) {}

  @HttpRoute(routes.exportStatement)
  async exportStatement(
    @Input() { query, context }: RouteInput<typeof routes.exportStatement>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const call = this.services.callsFor(context);
    const pageFrom = (cursor?: string) =>
      call(ask.tokens.listEntries, { ...query, ...(cursor && { cursor }), limit: PAGE });
    // What is refused is refused before anything is sent.
    const first = await pageFrom();
    await reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="statement.csv"')
      .send(Readable.from(statementCsv(first, pageFrom)));
  }
}
