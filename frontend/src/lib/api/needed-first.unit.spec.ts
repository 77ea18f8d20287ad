import { describe, expect, it } from '@jest/globals';
import { neededFirst } from './needed-first';

describe('neededFirst', () => {
  it('asks for the dashboard what stands on it', () => {
    expect(neededFirst('/profile', 'me', false)).toEqual([
      '/api/get-user/me',
      '/api/cameraroll-photos-profile/me',
      '/api/cameraroll-photos-bank/me',
      '/api/cameraroll-photos-testing/me',
      '/api/user-evaluation-groups/me',
    ]);
  });

  it('asks nothing for whom it would be refused', () => {
    expect(neededFirst('/feed', 'me', false)).toEqual(['/api/get-user/me']);
    expect(neededFirst('/feed', 'me', true)).toContain('/api/get-image/public?currentUserId=me');
  });

  it('reserves no place', () => {
    expect(neededFirst('/testing/owner', 'me', true)).toEqual(['/api/get-user/me']);
  });
});
