import { reportsRoutes } from '@candid/contracts';
import { type CallInput, call } from '../../lib/api/call';
import { hasCode } from '../../lib/api/errors';

const { unblockPerson, showToAssessor } = reportsRoutes;

/** Undoes a block or a hide. What somebody has undone already, in another tab or with a first press, is undone. */
export async function undo<const R extends typeof unblockPerson | typeof showToAssessor>(
  route: R,
  input: CallInput<R>,
): Promise<void> {
  await call(route, input).catch((error: unknown) => {
    if (!hasCode(error, 'NOT_FOUND')) throw error;
  });
}
