import { correctionsRpc, type PersonContext, type RequestContext } from '@candid/contracts';
import { EventStore, sessionOfClient } from '@candid/event-store';
import { metadataOfRequest, RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { DecideCorrection } from '../application/decide-correction.js';
import { RequestCorrection } from '../application/request-correction.js';
import { SETTINGS, type TokensSettings } from '../config.js';
import { listCorrections as listed } from '../records/corrections.js';

const { requestCorrection, listCorrections, approveCorrection, rejectCorrection } = correctionsRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

@Controller()
export class CorrectionsController {
  constructor(
    @Inject(RequestCorrection) private readonly requesting: RequestCorrection,
    @Inject(DecideCorrection) private readonly deciding: DecideCorrection,
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(SETTINGS) private readonly settings: TokensSettings,
  ) {}

  @RpcHandler(requestCorrection)
  async request(order: Request<typeof requestCorrection>, context: PersonContext): Reply<typeof requestCorrection> {
    const requestedBy = context.userId;
    const metadata = metadataOfRequest(context);
    return { correction: await this.requesting.run({ ...order, requestedBy }, keyOf(context), metadata) };
  }

  @RpcHandler(listCorrections)
  async list(request: Request<typeof listCorrections>): Reply<typeof listCorrections> {
    const page = await listed(sessionOfClient(this.store.pool), request);
    return { ...page, approvalAbove: this.settings.correctionApprovalTokens };
  }

  @RpcHandler(approveCorrection)
  async approve(decision: Request<typeof approveCorrection>, context: PersonContext): Reply<typeof approveCorrection> {
    const by = context.userId;
    const decided = { ...decision, by, idempotencyKey: keyOf(context) };
    return { correction: await this.deciding.approve(decided, metadataOfRequest(context)) };
  }

  @RpcHandler(rejectCorrection)
  async reject(decision: Request<typeof rejectCorrection>, context: PersonContext): Reply<typeof rejectCorrection> {
    const by = context.userId;
    const decided = { ...decision, by, idempotencyKey: keyOf(context) };
    return { correction: await this.deciding.reject(decided, metadataOfRequest(context)) };
  }
}

const keyOf = ({ idempotency, requestId }: RequestContext): string => idempotency?.key ?? requestId;
