export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Names of things, as the audit log may contain them. */
export const AUDIT_NAME = /^[\w.:-]{1,200}$/;
export const AUDIT_TARGETS_MAX = 50;

/** Cuts a text to the length that is stored, without characters that cannot be; undefined for anything else. */
export function storedText(value: unknown, lengthMax: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, lengthMax)
    .toWellFormed();
}
