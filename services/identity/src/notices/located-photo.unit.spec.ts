import { describe, expect, it } from '@jest/globals';
import { photoIdIn } from './located-photo.js';

const photoId = '6a7a5f0e-6a0a-4b0a-9a64-3d1c1e6f0001';

describe('the photo that a location names', () => {
  it.each([
    `https://candid.example/api/media/photos/${photoId}/640.webp?expires=1&signature=x`,
    `candid.example/api/media/photos/${photoId.toUpperCase()}/1080.webp`,
    `It is at https://candid.example/profile?photo=${photoId}, I think.`,
    `/api/photos/${photoId}`,
  ])('is found in %s', (location) => {
    expect(photoIdIn(location)).toBe(photoId);
  });

  it.each([
    '',
    'The third photo of Kim',
    photoId,
    `https://candid.example/carousel/${photoId}`,
    `https://candid.example/photos/${photoId}0`,
  ])('is none in %j', (location) => {
    expect(photoIdIn(location)).toBeUndefined();
  });
});
