/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { SlotNotice, SubmitBar } from './assessment-form';

afterEach(cleanup);

const nothing = () => undefined;
const bar = (change: Partial<Parameters<typeof SubmitBar>[0]>) => (
  <SubmitBar
    remaining={{ ratings: 1, comments: 2 }}
    isProfile={false}
    ready={false}
    busy={false}
    problem={null}
    over={false}
    button={createRef()}
    slot={null}
    onSubmit={nothing}
    onNext={nothing}
    {...change}
  />
);
const show = (change: Partial<Parameters<typeof SubmitBar>[0]>) => render(bar(change));
const buttons = () =>
  screen.getAllByRole<HTMLButtonElement>('button').map(({ textContent, disabled }) => [textContent, disabled]);
const counters = () => screen.getAllByRole('term').map(({ textContent }) => textContent);

it('counts what is missing and waits for it', () => {
  show({});
  expect(counters()).toEqual(['Rating(s) remaining', 'Comment(s) remaining']);
  expect(buttons()).toEqual([['Submit', true]]);
});

it('counts the comments of a profile', () => {
  show({ isProfile: true, ready: true });
  expect(counters()).toEqual(['Comment(s) required']);
  expect(buttons()).toEqual([['Submit', false]]);
});

it('says that it is submitting, and takes no second press', () => {
  show({ ready: true, busy: true });
  expect(buttons()).toEqual([['Submitting...', true]]);
});

it('leads on where nothing can be submitted any more, and says why', () => {
  show({ over: true, problem: 'It has ended.' });
  expect(buttons()).toEqual([['Next assessment', false]]);
  expect(screen.getByRole('alert').textContent).toBe('It has ended.');
});

it('tells that the reserved slot runs out where a screen reader listens already', () => {
  const slot = (openedAt: number) => (
    <SlotNotice
      key={openedAt}
      openedAt={openedAt}
      slotMs={15 * 60_000}
      renewing={false}
      failed={false}
      renew={nothing}
    />
  );
  const { rerender } = show({ slot: slot(Date.now()) });
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  rerender(bar({ slot: slot(0) }));
  expect(screen.getAllByRole('status')).toEqual([region]);
  expect(region.textContent).toMatch(/^Your reserved spot has expired/);
  rerender(bar({ slot: slot(0), problem: 'It has ended.' }));
  expect(region.textContent).toBe('');
});
