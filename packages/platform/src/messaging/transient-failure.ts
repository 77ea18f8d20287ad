import { isSerializationRace, isServerAway } from '@candid/event-store';
import { withoutAddresses } from '../logging/logger.js';
import { StorageFailedError } from '../object-storage/object-storage.js';
import { RemoteError } from '../rpc/remote-error.js';

/** Errors of this machine: no disk space, memory, processes or file handles, or a failing disk. */
const machineCodes = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'ENOMEM', 'EAGAIN', 'EMFILE', 'ENFILE']);

/** True if a dependency is unavailable or busy. Work is then retried, not dead-lettered; requests get `UNAVAILABLE`. */
export function isTransient(error: unknown): boolean {
  if (error instanceof RemoteError) return error.code === 'UNAVAILABLE';
  if (isServerAway(error) || isSerializationRace(error) || error instanceof StorageFailedError) return true;
  if (Error.isError(error) && machineCodes.has(String((error as { code?: unknown }).code))) return true;
  return Error.isError(error) && error.cause !== undefined && isTransient(error.cause);
}

const MAX_REASON_LENGTH = 500;

/** Describes the error for storage, without addresses and database values. */
export function reasonOf(error: unknown): string {
  if (!Error.isError(error)) return 'unknown failure';
  const { code, severity } = error as Error & { code?: unknown; severity?: unknown };
  const text = severity === undefined ? withoutAddresses(error.message) : '';
  return `${error.name}${code === undefined ? '' : ` ${String(code)}`}: ${text}`.slice(0, MAX_REASON_LENGTH);
}
