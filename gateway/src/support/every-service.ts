import { RemoteError } from '@candid/platform';

/** Those that keep events, work and letters. */
export const SERVICES = ['identity', 'photos', 'assessments', 'tokens'] as const;

/** For what is of use without it: one that is away is not waited for. */
export const BRIEFLY = { timeoutMs: 4_000, patienceMs: 0 } as const;

/** A service that does not answer leaves its part out: the rest is of use without it. */
export async function unlessAway<Answer>(asked: Promise<Answer>, otherwise: Answer): Promise<Answer> {
  return asked.catch((error: unknown) => {
    if (isAway(error)) return otherwise;
    throw error;
  });
}

export const isAway = (error: unknown): boolean => error instanceof RemoteError && error.code === 'UNAVAILABLE';
