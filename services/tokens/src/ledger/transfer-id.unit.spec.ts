import { TransferId } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { transferIdOf } from './transfer.js';

describe('the id of a transfer', () => {
  it('is a UUID that its idempotency key alone decides', () => {
    const id = transferIdOf('reward:1');
    expect(TransferId.safeParse(id).success).toBe(true);
    expect(transferIdOf('reward:1')).toBe(id);
    expect(transferIdOf('reward:2')).not.toBe(id);
  });
});
