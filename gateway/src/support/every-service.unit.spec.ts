import { findThingsRpc } from '@candid/contracts';
import { RemoteError } from '@candid/platform';
import { describe, expect, it } from '@jest/globals';
import type { ServiceCall } from '../kernel/services.js';
import { ofEach } from './merged-answers.js';

const found = (failure: unknown) => {
  const call = async ({ service }: { service: string }) => {
    if (service === 'tokens') throw failure;
    return { things: [service] };
  };
  return ofEach(
    ['photos', 'tokens'],
    call as unknown as ServiceCall,
    findThingsRpc,
    { id: 'x' },
    ({ things }) => things,
  );
};

describe('the part of one service in a combined answer', () => {
  it('is left out where its service is away', async () => {
    expect(await found(new RemoteError('UNAVAILABLE', 'no answer'))).toEqual(['photos']);
  });

  it('fails the answer if its service refuses or fails', async () => {
    for (const error of [new RemoteError('FORBIDDEN', 'no'), new Error('a fault')]) {
      await expect(found(error)).rejects.toBe(error);
    }
  });
});
