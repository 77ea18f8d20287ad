import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isCurrentProfile } from './moves.js';

const [a, b, c] = Array.from({ length: 3 }, () => randomUUID()) as [string, string, string];

const planner = (standing: string[], returning: string[] = []) => ({
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
