import { type PersonContext, correctionsRpc as rpc, type TransferId, tokensRpc } from '@candid/contracts';
import { EventStore, sessionOfClient } from '@candid/event-store';
import { metadataOfRequest, RpcHandler, requestKeyOf, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { SETTINGS, type TokensSettings } from '../config.js';
import { listCorrections } from './corrections.rows.js';
import { DecideCorrection } from './decide-correction.js';
import { GrantTokens } from './grant-tokens.js';
import { RequestCorrection } from './request-correction.js';

@Controller()
export class CorrectionsController {
  constructor(
    private readonly granting: GrantTokens,
    private readonly requesting: RequestCorrection,
    private readonly deciding: DecideCorrection,
    private readonly store: EventStore,
    @Inject(SETTINGS) private readonly settings: TokensSettings,
  ) {}

  @RpcHandler(tokensRpc.grant)
  async grant(request: Sent<typeof tokensRpc.grant>, context: PersonContext) {
    const order = { ...request, idempotencyKey: `support:${requestKeyOf(context)}` };
    const granted = await this.granting.run(order, context.userId, metadataOfRequest(context));
    return { transferId: granted.transferId as TransferId, available: granted.availableTokens! };
  }

  @RpcHandler(rpc.requestCorrection)
  async requestCorrection(request: Sent<typeof rpc.requestCorrection>, context: PersonContext) {
    const order = { ...request, requestedBy: context.userId };
    return { correction: await this.requesting.run(order, requestKeyOf(context), metadataOfRequest(context)) };
  }

  @RpcHandler(rpc.listCorrections)
  async listCorrections(request: Sent<typeof rpc.listCorrections>) {
    const page = await listCorrections(sessionOfClient(this.store.pool), request);
    return { ...page, approvalAbove: this.settings.correctionApprovalTokens };
  }

  @RpcHandler(rpc.approveCorrection)
  async approveCorrection(request: Sent<typeof rpc.approveCorrection>, context: PersonContext) {
    const decision = { ...request, by: context.userId, idempotencyKey: requestKeyOf(context) };
    return { correction: await this.deciding.approve(decision, metadataOfRequest(context)) };
  }

  @RpcHandler(rpc.rejectCorrection)
  async rejectCorrection(request: Sent<typeof rpc.rejectCorrection>, context: PersonContext) {
    const decision = { ...request, by: context.userId, idempotencyKey: requestKeyOf(context) };
    return { correction: await this.deciding.reject(decision, metadataOfRequest(context)) };
  }
}
