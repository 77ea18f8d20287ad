import { reportsRoutes } from '@candid/contracts';
import { type CallInput, call } from '../../lib/api/call';
import { hasCode } from '../../lib/api/errors';

const { unblockPerson, showToAssessor } = reportsRoutes;

/** Undoes a block or a hide. NOT_FOUND counts as success: another tab or an earlier press has already undone it. */
export async function undo<const R extends typeof unblockPerson | typeof showToAssessor>(
  route: R,
  input: CallInput<R>,
): Promise<void> {
  await call(route, input).catch((error: unknown) => {
    if (!hasCode(error, 'NOT_FOUND')) throw error;
  });
}
