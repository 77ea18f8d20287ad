/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { FileDrop } from './file-drop';

afterEach(cleanup);

const file = new File(['x'], 'photo.png');

/** Returns false if the page has taken the event from the browser. */
function drag(name: string, types: string[]): boolean {
  const event = Object.assign(new Event(name, { cancelable: true }), { dataTransfer: { types, files: [file] } });
  let isLeft = true;
  act(() => {
    isLeft = dispatchEvent(event);
  });
  return isLeft;
}

function show(): File[] {
  const taken: File[] = [];
  render(<FileDrop onFiles={(files) => taken.push(...files)} />);
  return taken;
}
const hint = () => screen.queryByText('Drop photos here to crop them');

it('files are shown a place while they are over the page, and are taken when they are dropped', () => {
  const taken = show();
  expect(drag('dragover', ['Files'])).toBe(false);
  expect(hint()).not.toBeNull();
  expect(drag('drop', ['Files'])).toBe(false);
  expect([taken, hint()]).toEqual([[file], null]);
});

it('a picture of the page itself and other content are left to the browser', () => {
  const taken = show();
  for (const types of [['text/html', 'text/uri-list', 'Files'], ['text/plain']]) {
    expect(drag('dragover', types)).toBe(true);
    expect(drag('drop', types)).toBe(true);
  }
  expect([taken, hint()]).toEqual([[], null]);
});

it('files are refused, and do not replace the page, while it can take none', () => {
  render(<FileDrop onFiles={null} />);
  for (const name of ['dragover', 'drop']) expect(drag(name, ['Files'])).toBe(false);
  expect(hint()).toBeNull();
});
