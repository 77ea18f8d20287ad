import { type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { RecordAnalytics } from '../application/record-analytics.js';

@Controller()
export class AnalyticsController {
  constructor(@Inject(RecordAnalytics) private readonly recording: RecordAnalytics) {}

  @RpcHandler(rpc.recordAnalytics)
  async recordAnalytics({ events }: z.output<typeof rpc.recordAnalytics.request>, context: RequestContext) {
    await this.recording.execute(events, { rpc: rpc.recordAnalytics, context });
    return {};
  }
}
