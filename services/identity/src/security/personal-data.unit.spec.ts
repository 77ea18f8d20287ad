import { describe, expect, it } from '@jest/globals';
import { newPersonalKey, seal, unseal } from './personal-data.js';

const key = newPersonalKey();

describe('a sealed fact about a person', () => {
  it('is read with the person’s key, and is another text each time', () => {
    const [first, second] = [seal('GB', key, 'mia'), seal('GB', key, 'mia')];
    expect(unseal(first, key, 'mia')).toBe('GB');
    expect(first).not.toBe(second);
    expect(first).not.toContain('GB');
  });

  it('is read by nobody once the key is destroyed', () => {
    expect(unseal(seal('GB', key, 'mia'), undefined, 'mia')).toBeNull();
  });

  it('opens with no other key and for no other person', () => {
    expect(() => unseal(seal('GB', key, 'mia'), newPersonalKey(), 'mia')).toThrow();
    expect(() => unseal(seal('GB', key, 'mia'), key, 'ben')).toThrow();
  });

  it('leaves what was never sealed as it is', () => {
    expect(unseal('GB', undefined, 'mia')).toBe('GB');
    expect(unseal(null, key, 'mia')).toBeNull();
  });
});
