export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Format of names that the audit log may contain. */
export const AUDIT_NAME = /^[\w.:-]{1,200}$/;
export const AUDIT_TARGETS_MAX = 50;

/** Cuts a text to `lengthMax` and removes characters that cannot be stored. Undefined if the value is no text. */
export function storedText(value: unknown, lengthMax: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, lengthMax)
    .toWellFormed();
}
