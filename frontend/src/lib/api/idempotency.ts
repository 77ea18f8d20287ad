import { newIdempotencyKey } from '@candid/contracts';

export { newIdempotencyKey };

/** Keys by purpose: a retry for the same purpose gets the same key, any other call a new one. */
export class StableKeys {
  private readonly keys = new Map<string, string>();

  of(purpose: string): string {
    const key = this.keys.get(purpose) ?? newIdempotencyKey();
    this.keys.set(purpose, key);
    return key;
  }
}
