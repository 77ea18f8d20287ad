import { MODERATION } from './moderation.js';
import type { Statement } from './rpc/reports.js';

/** True if a removal was older than `retentionMs` when appealed or undone. Possibly illegal content is kept longer. */
export function picturesAreGone({ decision, issuedAt, appeal, undoneAt }: Statement): boolean {
  const keptOrUndoneAt = appeal?.filedAt ?? undoneAt;
  if (decision !== 'removePhoto' || keptOrUndoneAt === null) return false;
  return Date.parse(keptOrUndoneAt) > Date.parse(issuedAt) + MODERATION.retentionMs;
}
