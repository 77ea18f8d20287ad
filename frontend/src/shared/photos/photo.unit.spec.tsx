/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Photo } from './photo';

let lost = 0;
beforeEach(() => {
  lost = 0;
});
afterEach(cleanup);

const photo = (path: string) => (
  <Photo
    source={{ path }}
    alt="Photo 1"
    onLost={() => {
      lost += 1;
    }}
  />
);
const failed = () => screen.queryByRole('img', { name: 'This photo could not be loaded' }) !== null;

it('says that its picture did not come, and tries again with a fresh link', () => {
  const { rerender } = render(photo('/old'));
  fireEvent.error(screen.getByRole('img', { name: 'Photo 1' }));
  expect([failed(), lost]).toEqual([true, 1]);
  rerender(photo('/new'));
  expect(screen.getByRole('img', { name: 'Photo 1' }).getAttribute('src')).toBe('/new');
});

it('tries again when the network is back', () => {
  render(photo('/same'));
  fireEvent.error(screen.getByRole('img', { name: 'Photo 1' }));
  fireEvent(window, new Event('online'));
  expect(failed()).toBe(false);
});
