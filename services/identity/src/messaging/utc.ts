/** In the one form in which dates compare as text. */
export const utc = (date: string): string => new Date(date).toISOString();
