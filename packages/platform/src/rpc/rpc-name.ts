import type { Rpc } from '@candid/contracts';
import type { SpanAttributes } from '@candid/event-store';

/** Returns `tokens.placeHold` for `rpc.tokens.placeHold`. */
export const nameOf = ({ subject }: Rpc): string => subject.slice('rpc.'.length);

export const attributesOf = (rpc: Rpc): SpanAttributes => ({
  'rpc.system.name': 'nats',
  'rpc.method': nameOf(rpc),
});
