const pad = (value: number): string => String(value).padStart(2, '0');

/** `DD/MM/YY • HH:MM` in the browser's own zone, from an ISO 8601 instant. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  const day = `${pad(date.getDate())}/${pad(date.getMonth() + 1)}/${pad(date.getFullYear() % 100)}`;
  return `${day} • ${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** `45 min`, `2 hr`, `1 hr 20 min`. */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} hr` : `${hours} hr ${rest} min`;
}

/** At least three digits, zero-padded: `040`. */
export function formatTokens(tokens: number): string {
  return String(tokens).padStart(3, '0');
}

/** Money from minor units, in the currency's own notation. */
export function formatPrice(minorUnits: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(minorUnits / 100);
}

export function countWords(text: string): number {
  return text.trim() === '' ? 0 : text.trim().split(/\s+/u).length;
}
