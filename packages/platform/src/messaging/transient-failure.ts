import { isSerializationRace, isServerAway } from '@candid/event-store';
import { withoutAddresses } from '../logging/logger.js';
import { StorageFailedError } from '../object-storage/object-storage.js';
import { RemoteError } from '../rpc/remote-error.js';

/** This machine lacks room, memory, processes or file handles, or its disk fails. */
const machineCodes = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'ENOMEM', 'EAGAIN', 'EMFILE', 'ENFILE']);

/** True if a dependency is unavailable or busy: work is retried, never dead-lettered; a request gets `UNAVAILABLE`. */
export function isTransient(error: unknown): boolean {
  if (error instanceof RemoteError) return error.code === 'UNAVAILABLE';
  if (isServerAway(error) || isSerializationRace(error) || error instanceof StorageFailedError) return true;
  if (Error.isError(error) && machineCodes.has(String((error as { code?: unknown }).code))) return true;
  return Error.isError(error) && error.cause !== undefined && isTransient(error.cause);
}

const MAX_REASON_LENGTH = 500;

/** The text may be stored: it has no addresses and no database values. */
export function reasonOf(error: unknown): string {
  if (!Error.isError(error)) return 'unknown failure';
  const { code, severity } = error as Error & { code?: unknown; severity?: unknown };
  const text = severity === undefined ? withoutAddresses(error.message) : '';
  return `${error.name}${code === undefined ? '' : ` ${String(code)}`}: ${text}`.slice(0, MAX_REASON_LENGTH);
}
