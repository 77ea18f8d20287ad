/** Normalises a date to ISO 8601 in UTC, so that dates compare as text. */
export const utc = (date: string): string => new Date(date).toISOString();
