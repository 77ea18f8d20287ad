import { assessmentsRpc, consumers, type PhotoId, type RequestContext, type UserId } from '@candid/contracts';
import { awaitConsumer, RpcClient } from '@candid/platform';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';

export interface OwnPhoto {
  userId: UserId;
  photoId: PhotoId;
}

/** Calls the assessments service on behalf of the person of the current request, with the request's idempotency key. */
@Injectable()
export class Assessments {
  constructor(private readonly rpc: RpcClient) {}

  /** Ends the photo's running assessment. Resolves when the effects can be read in this and in other services. */
  async end(request: z.input<typeof assessmentsRpc.endAssessment.request>, context: RequestContext) {
    const ended = await this.rpc.call(assessmentsRpc.endAssessment, request, context);
    const { eventIds, resetEventIds } = ended;
    await Promise.all([
      awaitConsumer(this.rpc, consumers.photos['return-on-assessed-photo-ended'], eventIds, context),
      awaitConsumer(this.rpc, consumers.identity['reset-on-first-assessment-reset'], resetEventIds, context),
      awaitConsumer(this.rpc, consumers.tokens['refund-on-first-assessment-reset'], resetEventIds, context),
    ]);
    return ended;
  }

  /** Ends all running assessments of the owner. @returns the number of tokens given back */
  async endAll(userId: UserId, context: RequestContext): Promise<number> {
    const { refundTokens, eventIds } = await this.rpc.call(assessmentsRpc.endAllAssessments, { userId }, context);
    await awaitConsumer(this.rpc, consumers.photos['return-on-assessed-photo-ended'], eventIds, context);
    return refundTokens;
  }

  async isAssessed(photo: OwnPhoto, context: RequestContext): Promise<boolean> {
    return (await this.rpc.call(assessmentsRpc.calculateRefund, photo, context)).isRunning;
  }
}
