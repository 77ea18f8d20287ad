import { newIdempotencyKey } from '@candid/contracts';

export { newIdempotencyKey };

/** Keys by what they are for: the same thing tried again has the same key, anything else one of its own. */
export class StableKeys {
  private readonly keys = new Map<string, string>();

  of(purpose: string): string {
    const key = this.keys.get(purpose) ?? newIdempotencyKey();
    this.keys.set(purpose, key);
    return key;
  }
}
