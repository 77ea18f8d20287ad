import { supportRoutes } from '@candid/contracts';
import { type Answer, call } from '../../../lib/api/call';

export interface Grant {
  readonly userId: string;
  /** Whole tokens; negative takes back. */
  readonly amount: number;
  readonly reason: string;
  readonly ticket?: string;
}

export type Granted = Answer<typeof supportRoutes.grant>;

export function grant({ userId, ...body }: Grant, idempotencyKey: string): Promise<Granted> {
  return call(supportRoutes.grant, { params: { userId: userId }, body, idempotencyKey });
}
