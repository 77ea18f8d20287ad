import { randomUUID } from 'node:crypto';
import type { PhotoId } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { isCurrentProfile } from './group-view.js';

const [a, b, c] = Array.from({ length: 3 }, () => randomUUID() as PhotoId) as [PhotoId, PhotoId, PhotoId];
const planner = (standing: PhotoId[], returning: PhotoId[] = []) => ({
  standing: new Set(standing),
  returning: new Set(returning),
});

describe('the current profile', () => {
  it('is the photos that stand in the planner, in whatever order', () => {
    expect(isCurrentProfile([a, b], planner([b, a]))).toBe(true);
  });

  it('is none that lacks one of them or has another', () => {
    expect(isCurrentProfile([a], planner([a, b]))).toBe(false);
    expect(isCurrentProfile([a, b, c], planner([a, b]))).toBe(false);
    expect(isCurrentProfile([], planner([]))).toBe(false);
  });

  it('may have one that is away for its own assessment', () => {
    expect(isCurrentProfile([a, b], planner([a], [b]))).toBe(true);
    expect(isCurrentProfile([a], planner([a], [b]))).toBe(true);
  });
});
