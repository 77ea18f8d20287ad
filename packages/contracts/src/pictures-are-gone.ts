import { MODERATION } from './moderation.js';
import type { Statement } from './rpc/reports.js';

/** True after `MODERATION.retentionMs` without an appeal. Content that may be against the law is kept longer. */
export function picturesAreGone({ decision, issuedAt, appeal, undoneAt }: Statement): boolean {
  const keptOrUndoneAt = appeal?.filedAt ?? undoneAt;
  if (decision !== 'removePhoto' || keptOrUndoneAt === null) return false;
  return Date.parse(keptOrUndoneAt) > Date.parse(issuedAt) + MODERATION.retentionMs;
}
