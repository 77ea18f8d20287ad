import { describe, expect, it } from '@jest/globals';
import { podsAskedFor, podsAskedForWithoutAnswer } from './scaling.fixture.spec.js';

const scaledObject = {
  spec: {
    minReplicaCount: 2,
    maxReplicaCount: 6,
    fallback: { failureThreshold: 3, replicas: 3, behavior: 'currentReplicasIfHigher' },
    triggers: [{ type: 'cpu' }, { type: 'prometheus', metadata: { threshold: '250' } }],
  },
};

describe('an autoscaler', () => {
  it.each([
    [0, 2, 2],
    [500, 2, 2],
    [540, 2, 2],
    [551, 2, 3],
    [1_000, 2, 4],
    [5_000, 2, 6],
    [0, 6, 2],
  ])('asked with %d due and %d pods has %d', (value, current, pods) => {
    expect(podsAskedFor(scaledObject, value, current)).toBe(pods);
  });

  it.each([
    [2, 3],
    [3, 3],
    [5, 5],
  ])('that cannot read the figure makes of %d pods %d, never fewer', (current, pods) => {
    expect(podsAskedForWithoutAnswer(scaledObject, current)).toBe(pods);
  });

  it('would shrink by a fallback of a fixed number', () => {
    const fixed = { spec: { ...scaledObject.spec, fallback: { failureThreshold: 3, replicas: 3 } } };
    expect(podsAskedForWithoutAnswer(fixed, 5)).toBe(3);
  });
});
