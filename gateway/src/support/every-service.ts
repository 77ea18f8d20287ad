import type { Rpc } from '@candid/contracts';
import { RemoteError } from '@candid/platform';
import type { z } from 'zod';
import type { ServiceCall } from '../services/services.js';

/** Those that keep events, work and letters. */
export const SERVICES = ['identity', 'photos', 'assessments', 'tokens'] as const;

/** For what is of use without it: one that is away is not waited for. */
const BRIEFLY = { timeoutMs: 4_000, patienceMs: 0 } as const;

/** Asks these services at once. One that does not answer leaves its part out: the rest is of use without it. */
export async function ofEach<Name extends string, Request extends z.ZodType, Reply extends z.ZodType, Item>(
  services: readonly Name[],
  call: ServiceCall,
  rpcOf: (service: Name) => Rpc<Request, Reply>,
  request: z.input<Request>,
  itemsOf: (reply: z.output<Reply>) => Item[],
): Promise<Item[]> {
  const told = services.map((service) =>
    call(rpcOf(service), request, BRIEFLY).then(itemsOf, (error: unknown) => {
      if (isAway(error)) return [];
      throw error;
    }),
  );
  return (await Promise.all(told)).flat();
}

export const isAway = (error: unknown): boolean => error instanceof RemoteError && error.code === 'UNAVAILABLE';
