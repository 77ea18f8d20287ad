import { DomainError } from '@candid/event-store';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

export interface DateRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** A day (UTC) begins at its first moment. ISO 8601; throws DomainError VALIDATION_FAILED for what is neither day nor time. */
export function beginningOf(text: string, field: string): string {
  return timeOf(dayPattern.test(text) ? `${text}T00:00:00Z` : text, field).toISOString();
}

/** A day (UTC) ends with its last moment. */
export function endOf(text: string, field: string): string {
  if (!dayPattern.test(text)) return timeOf(text, field).toISOString();
  // What the database keeps is finer than a Date.
  return timeOf(`${text}T23:59:59.999Z`, field).toISOString().replace('.999Z', '.999999Z');
}

export function rangeOf({ from, to }: DateRange): DateRange {
  return {
    ...(from !== undefined && { from: beginningOf(from, 'from') }),
    ...(to !== undefined && { to: endOf(to, 'to') }),
  };
}

function timeOf(text: string, field: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  const message = 'Please give a time or a day in ISO 8601.';
  throw new DomainError('VALIDATION_FAILED', message, [{ field, message }]);
}
