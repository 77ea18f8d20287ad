/** A key for one user action; every repeat of that action sends the same one, so the server does it once. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keys by what they are for: the same thing tried again has the same key, anything else one of its own. */
export class StableKeys {
  private readonly keys = new Map<string, string>();

  of(purpose: string): string {
    const key = this.keys.get(purpose) ?? newIdempotencyKey();
    this.keys.set(purpose, key);
    return key;
  }
}
