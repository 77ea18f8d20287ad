import { withoutAddresses } from '../logging/without-addresses.js';
import { RemoteError } from '../rpc/remote-error.js';

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);
/** Connection failures, resources, operator shutdown, serialization, deadlock, and recovery. */
const SQL_STATES = /^(08|53|57P|40001|40P01|25006|55P03)/;
/** The driver gives these no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|timeout (expired|exceeded when trying to connect)|Query read timeout)/;

/** Whether the cause lies in a part that is away, not in the message: to be waited out and never a dead letter. */
export function isTransient(error: unknown): boolean {
  if (error instanceof RemoteError) return error.code === 'UNAVAILABLE';
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  if (typeof code === 'string' && (NETWORK_CODES.has(code) || SQL_STATES.test(code))) return true;
  if (error instanceof AggregateError) return error.errors.some(isTransient);
  return DRIVER_MESSAGES.test(error.message) || (error.cause !== undefined && isTransient(error.cause));
}

const MAX_REASON_LENGTH = 500;

/** Why something failed, in words that may be stored: no addresses, no database values. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  const { code, severity } = error as Error & { code?: unknown; severity?: unknown };
  const text = severity === undefined ? withoutAddresses(error.message) : '';
  return `${error.name}${code === undefined ? '' : ` ${String(code)}`}: ${text}`.slice(0, MAX_REASON_LENGTH);
}
