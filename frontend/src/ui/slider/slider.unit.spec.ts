import { describe, expect, it } from '@jest/globals';
import { draggedTo, isDrag, stepFromBlank, TypedNumber } from './slider';

const press = (key: string, timeStamp = 0) => ({ key, timeStamp, ctrlKey: false, metaKey: false, altKey: false });

describe('a blank slider', () => {
  it('steps to the whole number beside its resting place', () => {
    expect([stepFromBlank('ArrowRight', 10.5, 1, 20), stepFromBlank('ArrowLeft', 10.5, 1, 20)]).toEqual([11, 10]);
  });

  it('stays inside its range', () => {
    expect([stepFromBlank('ArrowRight', 10.5, 1, 10), stepFromBlank('ArrowLeft', 10.5, 11, 20)]).toEqual([10, 11]);
  });

  it('leaves other keys alone', () => {
    expect(stepFromBlank('Tab', 10.5, 1, 20)).toBeNull();
  });
});

describe('typed digits', () => {
  const typed = (...presses: [key: string, at: number][]) => {
    const number = new TypedNumber();
    return presses.map(([key, at]) => number.press(press(key, at), 1, 20)).at(-1);
  };

  it('set the value', () => {
    expect(typed(['7', 0])).toBe(7);
  });

  it('complete a number of two digits', () => {
    expect(typed(['1', 0], ['4', 600])).toBe(14);
  });

  it('begin a new number after a pause', () => {
    expect(typed(['1', 0], ['4', 5_000])).toBe(4);
  });

  it('start over where two digits would leave the scale', () => {
    expect(typed(['9', 0], ['5', 300])).toBe(5);
  });

  it('ignore what lies outside the scale', () => {
    expect(typed(['0', 0])).toBeNull();
  });

  it('leave shortcuts alone', () => {
    expect(new TypedNumber().press({ ...press('1'), ctrlKey: true }, 1, 20)).toBeNull();
  });
});

describe('a finger or a mouse', () => {
  it('moves the value by 0.12 a pixel from where it stood', () => {
    expect(draggedTo(10.5, 50, 1, 20)).toBe(17);
    expect(draggedTo(14, -25, 1, 20)).toBe(11);
  });

  it('does not leave the range', () => {
    expect([draggedTo(10.5, 400, 1, 20), draggedTo(10.5, 60, 1, 10)]).toEqual([20, 10]);
  });

  it('taps or clicks where it hardly moves', () => {
    expect([isDrag(3), isDrag(-6)]).toEqual([false, true]);
  });
});
