import { describe, expect, it } from '@jest/globals';
import { placeIn } from './notice.js';

const id = '6a7a5f0e-6a0a-4b0a-9a64-3d1c1e6f0001';
const other = '6a7a5f0e-6a0a-4b0a-9a64-3d1c1e6f0002';

describe('the place that a notice names', () => {
  it.each([
    `https://candid.example/api/media/photos/${id}/640.webp?expires=1&signature=x`,
    `candid.example/api/media/photos/${id.toUpperCase()}/1080.webp`,
    `https://candid.example/api/media/slots/${other}/${id}/640.webp?expires=1&signature=x`,
    `It is at https://candid.example/profile?photo=${id}, I think.`,
    `https://candid.example/compare?photos=${id},${other}`,
    `https://candid.example/carousel/${other} and there /api/photos/${id}`,
    `/api/photos/${id}`,
  ])('is a photo in %s', (location) => {
    expect(placeIn(location)).toEqual({ kind: 'photo', id });
  });

  it.each([
    `https://candid.example/carousel/${id}`,
    `See candid.example/carousel/${id.toUpperCase()}?groupId=${other}.`,
    `/testing/${id}`,
  ])('is an account in %s', (location) => {
    expect(placeIn(location)).toEqual({ kind: 'account', id });
  });

  it('is a photo assessment in the address of its results', () => {
    expect(placeIn(`https://candid.example/test/${id}`)).toEqual({ kind: 'photoAssessment', id });
  });

  it.each([
    '',
    'The third photo of Kim',
    id,
    `https://candid.example/photos/${id}0`,
    `https://candid.example/pay/${id}`,
  ])('is none in %j', (location) => {
    expect(placeIn(location)).toBeNull();
  });
});
