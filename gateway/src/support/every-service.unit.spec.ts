import { RemoteError } from '@candid/platform';
import { describe, expect, it } from '@jest/globals';
import { unlessAway } from './every-service.js';

describe('a part of an answer', () => {
  it('is left out where its service is away', async () => {
    expect(await unlessAway(Promise.resolve([1]), [])).toEqual([1]);
    expect(await unlessAway(Promise.reject(new RemoteError('UNAVAILABLE', 'no answer')), [])).toEqual([]);
  });

  it('is missed where its service refuses or fails', async () => {
    for (const error of [new RemoteError('FORBIDDEN', 'no'), new Error('a fault')]) {
      await expect(unlessAway(Promise.reject(error), [])).rejects.toBe(error);
    }
  });
});
