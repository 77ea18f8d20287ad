import { newIdempotencyKey } from '@candid/contracts';

export { newIdempotencyKey };

export class StableKeys {
  private readonly keys = new Map<string, string>();

  of(purpose: string): string {
    const key = this.keys.get(purpose) ?? newIdempotencyKey();
    this.keys.set(purpose, key);
    return key;
  }
}
