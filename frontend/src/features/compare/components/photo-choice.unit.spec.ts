import { describe, expect, it } from '@jest/globals';
import { chosenMax, readChosen, toggleChosen } from './photo-choice';

describe('the photos of an address', () => {
  it('are none without a parameter', () => {
    expect([readChosen(null), readChosen('')]).toEqual([[], []]);
  });

  it('are named once each, in order', () => {
    expect(readChosen('b,a,b,')).toEqual(['b', 'a']);
  });
});

describe('choosing a photo', () => {
  it('puts it at the end', () => {
    expect(toggleChosen(['a'], 'b')).toEqual(['a', 'b']);
  });

  it('again takes it out', () => {
    expect(toggleChosen(['a', 'b'], 'a')).toEqual(['b']);
  });

  it('adds nothing to a full choice', () => {
    const full = Array.from({ length: chosenMax }, (_, index) => String(index));
    expect(toggleChosen(full, 'one more')).toEqual(full);
  });
});
