import { describe, expect, it } from '@jest/globals';
import { stepFromBlank, typedValue } from './slider-keys';

const press = (key: string) => ({ key, ctrlKey: false, metaKey: false, altKey: false });

describe('a blank slider', () => {
  it('steps to the whole number beside its resting place', () => {
    expect([stepFromBlank('ArrowRight', 10.5, 1, 20), stepFromBlank('ArrowLeft', 10.5, 1, 20)]).toEqual([11, 10]);
  });

  it('stays inside its range', () => {
    expect([stepFromBlank('ArrowRight', 10, 1, 10), stepFromBlank('ArrowLeft', 11, 11, 20)]).toEqual([10, 11]);
  });

  it('leaves other keys alone', () => {
    expect(stepFromBlank('Tab', 10.5, 1, 20)).toBeNull();
  });
});

describe('typed digits', () => {
  it('set the value', () => {
    expect(typedValue(press('7'), null, 1, 20)).toBe(7);
  });

  it('complete a two-digit value', () => {
    expect(typedValue(press('7'), 1, 1, 20)).toBe(17);
  });

  it('start over where two digits would leave the scale', () => {
    expect(typedValue(press('5'), 9, 1, 20)).toBe(5);
  });

  it('ignore what lies outside the scale', () => {
    expect(typedValue(press('0'), null, 1, 20)).toBeNull();
  });

  it('leave shortcuts alone', () => {
    expect(typedValue({ ...press('1'), ctrlKey: true }, null, 1, 20)).toBeNull();
  });
});
