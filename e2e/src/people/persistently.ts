import { randomUUID } from 'node:crypto';
import type { Route } from '@candid/contracts';
import { eventually, insist, type Person } from '@candid/testing';
import type { z } from 'zod';

type Sent = NonNullable<Parameters<Person['call']>[1]>;

/** Statuses after which the app sends the same request again: `isTransient` in `frontend/src/lib/api/errors.ts`. */
const transient = new Set([502, 503, 504]);

/**
 * Calls as the app does while a part of the system is unavailable: repeats the request with the same idempotency key
 * until the status is not transient, and then expects success. A restart may take any time.
 */
export async function persistently<R extends Route>(
  person: Person,
  route: R,
  { idempotencyKey = randomUUID(), ...sent }: Sent = {},
): Promise<z.output<R['answer']>> {
  const answer = await eventually(async () => {
    const received = await person.call(route, { ...sent, idempotencyKey });
    if (transient.has(received.status)) throw new Error(`${route.id} still answers ${received.status}`);
    return received;
  });
  return insist(route, answer);
}
