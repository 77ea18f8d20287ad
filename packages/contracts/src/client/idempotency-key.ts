/**
 * A key for one user action. Every repeat of the action carries the same key, so that the server performs it once. Available on pages
 * without TLS too, where browsers leave out `crypto.randomUUID`.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
