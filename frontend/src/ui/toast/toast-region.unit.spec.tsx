/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ToastRegion } from './toast-region';
import { toastStore } from './toast-store';

beforeEach(() => {
  jest.useFakeTimers();
  render(<ToastRegion />);
});
afterEach(() => {
  act(() => toastStore.dismiss());
  cleanup();
  jest.useRealTimers();
});

const say = (text: string) => act(() => toastStore.show({ text, action: { label: 'Undo', onAct: () => undefined } }));
const waitLong = () => act(() => void jest.runOnlyPendingTimers());
const toast = (text: string) => screen.getByText(text).parentElement as HTMLElement;
const button = (name: string) => screen.getByRole('button', { name });

describe('a message', () => {
  it('goes after its time', () => {
    say('Moved');
    waitLong();
    expect(screen.queryByText('Moved')).toBeNull();
  });

  it('waits while the pointer or the focus is on it', () => {
    say('Moved');
    fireEvent.pointerEnter(toast('Moved'));
    waitLong();
    fireEvent.pointerLeave(toast('Moved'));
    act(() => button('Undo').focus());
    waitLong();
    screen.getByText('Moved');
    act(() => button('Undo').blur());
    waitLong();
    expect(screen.queryByText('Moved')).toBeNull();
  });

  it.each([
    ['was pointed at', 'Undo', () => fireEvent.pointerEnter(toast('First'))],
    ['had the focus', 'Dismiss', () => act(() => button('Dismiss').focus())],
  ])('goes after its time too where the one before it %s and was clicked away: %s', (_how, name, hold) => {
    say('First');
    hold();
    fireEvent.click(button(name));
    say('Second');
    waitLong();
    expect(screen.queryByText('Second')).toBeNull();
  });
});

it('moves to the upper edge if it would cover the focused element', () => {
  const boxes = new Map([
    ['tile', { top: 700, bottom: 780, left: 0, right: 300 }],
    ['far', { top: 100, bottom: 140, left: 0, right: 300 }],
  ]);
  const measure = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return (boxes.get(this.id) ?? { top: 740, bottom: 790, left: 20, right: 320 }) as DOMRect;
  });
  const [tile, far] = ['tile', 'far'].map((id) => Object.assign(document.createElement('button'), { id }));
  document.body.append(tile!, far!);
  const isRaised = () => screen.getByRole('status').dataset.raised === 'true';
  far!.focus();
  say('First');
  expect(isRaised()).toBe(false);
  act(() => tile!.focus());
  expect(isRaised()).toBe(true);
  act(() => far!.focus());
  expect(isRaised()).toBe(true);
  say('Second');
  expect(isRaised()).toBe(false);
  for (const element of [tile, far]) element!.remove();
  measure.mockRestore();
});

describe('the focus of a message that goes', () => {
  const main = document.createElement('main');
  main.id = 'main';
  main.tabIndex = -1;
  const tile = document.createElement('button');
  tile.dataset.returnFocus = 'photo';

  beforeEach(() => {
    main.replaceChildren(tile);
    document.body.append(main);
    tile.focus();
    say('Moved');
  });
  afterEach(() => main.remove());

  it.each(['Undo', 'Dismiss'])('goes back to what had it before: %s', (name) => {
    act(() => button('Dismiss').focus());
    act(() => button('Undo').focus());
    act(() => button(name).focus());
    fireEvent.click(button(name));
    expect(document.activeElement).toBe(tile);
  });

  it('goes to where that stands now', () => {
    act(() => button('Undo').focus());
    const moved = tile.cloneNode() as HTMLElement;
    tile.replaceWith(moved);
    fireEvent.click(button('Undo'));
    expect(document.activeElement).toBe(moved);
  });

  it('goes to the page where nothing of it is left, for a newer message too', () => {
    act(() => button('Undo').focus());
    tile.remove();
    say('Second');
    expect(document.activeElement).toBe(main);
  });

  it('stays where it is when the message did not have it', () => {
    fireEvent.click(button('Undo'));
    expect(document.activeElement).toBe(tile);
    tile.blur();
    say('Second');
    waitLong();
    expect(document.activeElement).toBe(document.body);
  });
});
