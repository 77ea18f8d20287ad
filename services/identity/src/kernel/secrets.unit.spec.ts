import { describe, expect, it } from '@jest/globals';
import { newPersonalKey, seal, unseal } from './secrets.js';

const key = newPersonalKey();

describe('a sealed fact about a person', () => {
  it('is read with the person’s key, and is another text each time', () => {
    // A sealed text has no space, so it cannot contain this text by chance.
    const [first, second] = [seal('in Wales', key, 'mia'), seal('in Wales', key, 'mia')];
    expect(unseal(first, key, 'mia')).toBe('in Wales');
    expect(first).not.toBe(second);
    expect(first).not.toContain('in Wales');
  });

  it('is read by nobody once the key is destroyed', () => {
    expect(unseal(seal('GB', key, 'mia'), undefined, 'mia')).toBeNull();
  });

  it('opens with no other key and for no other person', () => {
    expect(() => unseal(seal('GB', key, 'mia'), newPersonalKey(), 'mia')).toThrow();
    expect(() => unseal(seal('GB', key, 'mia'), key, 'ben')).toThrow();
  });

  it('has nothing to open where nothing was sealed', () => {
    expect(unseal(null, key, 'mia')).toBeNull();
  });
});
