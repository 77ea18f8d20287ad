/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { keepFocus } from './keep-focus';

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML = `<div id="root"><main id="main" tabindex="-1">
    <button id="dismiss">Dismiss</button><button id="tile" data-return-focus="photo">Photo</button></main></div>`;
  stop = keepFocus(get('root'));
});
afterEach(() => stop());

const get = (id: string) => document.getElementById(id)!;
const focused = () => document.activeElement?.id;

it('the page gets the focus of a button that disappears', async () => {
  get('dismiss').focus();
  get('dismiss').remove();
  await waitFor(() => expect(focused()).toBe('main'));
});

it('the photo that has moved gets the focus of its earlier tile', async () => {
  get('tile').focus();
  const moved = get('tile').cloneNode(true) as HTMLElement;
  moved.id = 'moved';
  get('tile').replaceWith(moved);
  await waitFor(() => expect(focused()).toBe('moved'));
});

it('nothing gets the focus if the button that disappears no longer had it', async () => {
  get('dismiss').focus();
  get('dismiss').blur();
  await Promise.resolve();
  get('dismiss').remove();
  await new Promise((done) => setTimeout(done));
  expect(document.activeElement).toBe(document.body);
});
