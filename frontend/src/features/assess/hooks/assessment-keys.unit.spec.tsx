/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { RatingSlider } from '../components/photo-cards';
import { cardId, focusComments, usePageKey, useRatingKeys } from './assessment-keys';

beforeAll(() => {
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});
afterEach(cleanup);

const acts: string[] = [];
beforeEach(() => {
  acts.length = 0;
});

function Rating({ enabled = true }: { enabled?: boolean }) {
  const [rating, setRating] = useState<number | null>(null);
  useRatingKeys({
    enabled,
    currentId: () => 'a',
    onNext: () => void acts.push('next'),
    onComment: () => void acts.push('comment'),
  });
  return (
    <div id={cardId('a')}>
      <div data-rating>
        <RatingSlider position={1} rating={rating} onRate={setRating} />
      </div>
      <button type="button">Other</button>
      <textarea />
    </div>
  );
}

const slider = () => screen.getByRole('slider');
const value = () => slider().getAttribute('aria-valuetext');
const page = (key: string, change: object = {}) => fireEvent.keyDown(document.body, { key, ...change });

describe('the buttons beside the slider', () => {
  it('begin beside the middle and end with the scale', () => {
    render(<Rating />);
    fireEvent.click(screen.getByRole('button', { name: 'Higher rating for photo 1' }));
    expect(value()).toBe('11 of 20');
    page('2');
    fireEvent.click(screen.getByRole('button', { name: 'Lower rating for photo 1' }));
    expect(value()).toBe('1 of 20');
    expect(screen.getByRole('button', { name: 'Lower rating for photo 1' })).toHaveProperty('disabled', true);
  });
});

describe('keys on the page', () => {
  it('rate the current photo: 1 then 4 is 14, and arrows go on from there', () => {
    render(<Rating />);
    page('1');
    fireEvent.keyDown(slider(), { key: '4' });
    expect(value()).toBe('14 of 20');
    expect(document.activeElement).toBe(slider());
    fireEvent.keyDown(slider(), { key: 'ArrowRight' });
    expect(value()).toBe('15 of 20');
  });

  it('start beside the middle with an arrow', () => {
    render(<Rating />);
    page('ArrowLeft');
    expect(value()).toBe('10 of 20');
  });

  it('go on with Enter, from the slider too, but press a button that has the focus', () => {
    render(<Rating />);
    page('Enter');
    fireEvent.keyDown(slider(), { key: 'Enter' });
    fireEvent.keyDown(screen.getByRole('button', { name: 'Other' }), { key: 'Enter' });
    expect(acts).toEqual(['next', 'next']);
  });

  it('open the comments with C, and leave text fields and shortcuts alone', () => {
    render(<Rating />);
    page('c');
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'c' });
    page('c', { ctrlKey: true });
    expect(acts).toEqual(['comment']);
  });

  it('do nothing while a dialog is open', () => {
    render(<Rating enabled={false} />);
    page('7');
    page('Enter');
    expect([value(), acts]).toEqual(['Not rated yet', []]);
  });
});

function Page({ enabled = true }: { enabled?: boolean }) {
  usePageKey('s', enabled, () => void acts.push('skip'));
  usePageKey('enter', enabled, () => void acts.push('assess'));
  return (
    <div role="dialog">
      <button type="button">Other</button>
    </div>
  );
}

describe('a key of the page', () => {
  it('acts once per press, and not for a button, in a dialog or with a modifier', () => {
    const { rerender } = render(<Page />);
    page('S');
    page('s', { repeat: true });
    page('s', { ctrlKey: true });
    page('Enter');
    const other = screen.getByRole('button', { name: 'Other' });
    for (const key of ['s', 'Enter']) fireEvent.keyDown(other, { key });
    expect(acts).toEqual(['skip', 'assess']);
    rerender(<Page enabled={false} />);
    page('s');
    expect(acts).toHaveLength(2);
  });
});

it('the comments are entered at their first slider that can be moved, otherwise at their first button', () => {
  document.body.innerHTML = `
    <button>Face</button>
    <div data-comments><div role="tabpanel"><button id="first">Toggle</button>
    <span role="slider"></span><span id="movable" role="slider" tabindex="0"></span></div></div>`;
  focusComments(document);
  expect(document.activeElement?.id).toBe('movable');
  document.getElementById('movable')?.remove();
  focusComments(document);
  expect(document.activeElement?.id).toBe('first');
  document.body.innerHTML = '';
});
