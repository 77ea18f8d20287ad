import { describe, expect, it } from '@jest/globals';
import { accountStreamId, userIdOfStream } from './events.js';

describe('the stream of an account', () => {
  it('names its user', () => {
    expect(accountStreamId('user-1')).toBe('account-user-1');
    expect(userIdOfStream('account-user-1')).toBe('user-1');
  });

  it.each(['approval-1', 'old-account-1'])('is not %s', (streamId) => expect(userIdOfStream(streamId)).toBeUndefined());
});
