/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import { ScoreChart } from './score-chart';

afterEach(cleanup);

/** Width of a drawing that has not been measured yet. */
const widthPx = 350;
const plotPx = 27;
const middleOf = (score: number) => ((score - 0.5) / 20) * widthPx;

const average = { score: 12.4, low: 6, high: 17 };
const adjusted = { score: 13.5, low: 11, high: 15 };

const draw = (scores: readonly number[], shown: { adjusted?: typeof adjusted | null; tallest?: number } = {}) =>
  render(<ScoreChart scores={scores} average={average} adjusted={adjusted} {...shown} />);

interface Box {
  readonly middle: number;
  /** Distance in px from the base line of the columns. */
  readonly top: number;
  readonly height: number;
}

const numberOf = (element: Element, name: string) => Number(element.getAttribute(name));
const picture = () => screen.getByRole('img');
const part = (name: string) => picture().querySelector(`[data-part="${name}"]`);
/** Returns the blocks of the columns from left to right. */
const stones = (): Box[] =>
  [...picture().querySelectorAll('[data-part="stone"]')].map((bar) => ({
    middle: numberOf(bar, 'x') + numberOf(bar, 'width') / 2,
    top: plotPx - numberOf(bar, 'y'),
    height: numberOf(bar, 'height'),
  }));
const closeTo = (px: number) => expect.closeTo(px, 3) as unknown as number;

describe('the text of the chart', () => {
  it('names the ratings and both readings', () => {
    draw([12, 12, 13, 20]);
    const name =
      'How 4 ratings lie on the scale of 1 to 20. Average 12, confidence range 6 to 17. Adjusted score 14, likely between 11 and 15';
    expect(screen.getByRole('img', { name })).toBeTruthy();
  });

  it('says nothing of an adjusted score that there is not', () => {
    draw([12], { adjusted: null });
    const name = 'How 1 rating lies on the scale of 1 to 20. Average 12, confidence range 6 to 17';
    expect(screen.getByRole('img', { name })).toBeTruthy();
  });

  it('has the given scores and their numbers in a table', () => {
    draw([12, 3, 12, 20]);
    const table = within(screen.getByRole('table', { name: 'Each rating' }));
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['3', '1'],
      ['12', '2'],
      ['20', '1'],
    ]);
  });

  it('has no table without ratings', () => {
    draw([]);
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('the columns', () => {
  it('are a stone for each rating, all alike, over the middle of their score', () => {
    draw([3, 12, 12, 12, 20]);
    expect(stones().map(({ middle }) => middle)).toEqual([3, 12, 12, 12, 20].map((score) => closeTo(middleOf(score))));
    expect(new Set(stones().map(({ height }) => height)).size).toBe(1);
  });

  it('pile up from the line, each stone as high as the first', () => {
    draw([12, 12, 12]);
    const [first, ...others] = stones().map(({ top }) => top);
    expect(others).toEqual([closeTo(2 * first!), closeTo(3 * first!)]);
  });

  it('are as high as their numbers are to each other where there are too many to count', () => {
    const scores = [...Array<number>(20).fill(12), ...Array<number>(10).fill(14), ...Array<number>(5).fill(15)];
    draw(scores);
    expect(stones().map(({ top }) => top)).toEqual([plotPx, plotPx / 2, plotPx / 4].map(closeTo));
  });

  it('share the height of the picture they are compared with', () => {
    draw(Array<number>(10).fill(12), { tallest: 40 });
    expect(stones().map(({ top }) => top)).toEqual([closeTo(plotPx / 4)]);
  });
});

describe('the readings', () => {
  const extent = (name: string) => {
    const band = part(name)!;
    return [numberOf(band, 'x'), numberOf(band, 'x') + numberOf(band, 'width')];
  };

  it('have the likely range from its low to its high on the same scale', () => {
    draw([12]);
    expect(extent('likely')).toEqual([11, 15].map((score) => closeTo(middleOf(score))));
  });

  it('have the average as the only point in the colour of a band', () => {
    draw([12]);
    const point = part('average')!;
    expect(numberOf(point, 'cx')).toBeCloseTo(middleOf(12.4));
    expect([point.getAttribute('data-band'), part('adjusted')!.getAttribute('data-band')]).toEqual(['3', null]);
  });

  it('have the adjusted score in front of the average and smaller, so that both are visible', () => {
    draw([12]);
    const [point, diamond] = [part('average')!, part('adjusted')!];
    expect(point.compareDocumentPosition(diamond)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(numberOf(diamond, 'width') * Math.SQRT2).toBeLessThan(2 * numberOf(point, 'r'));
  });

  it('leave out the adjusted score and its likely range while there is none', () => {
    draw([12], { adjusted: null });
    expect([part('likely'), part('adjusted')]).toEqual([null, null]);
    expect(part('average')).not.toBeNull();
  });
});
