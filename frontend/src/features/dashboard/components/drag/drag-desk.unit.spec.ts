/** @jest-environment jsdom */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SyntheticEvent } from 'react';
import { DragDesk } from './drag-desk';

const press = { type: 'press' } as unknown as SyntheticEvent;
let desk: DragDesk;
let tile: HTMLButtonElement;

beforeEach(() => {
  desk = new DragDesk();
  tile = document.body.appendChild(document.createElement('button'));
  desk.put('photo', tile);
});

it('tells where something stands now and later', () => {
  const follower = jest.fn();
  const unfollow = desk.follow('photo', follower);
  const elsewhere = document.createElement('button');
  desk.put('photo', null);
  desk.put('photo', elsewhere);
  unfollow();
  desk.put('photo', null);
  expect(follower.mock.calls).toEqual([[tile], [null], [elsewhere]]);
});

describe('a gesture', () => {
  it('is handled at once where it can be', () => {
    const handler = jest.fn();
    desk.handle('photo', { onMouseDown: handler });
    desk.begin('photo', 'onMouseDown', press);
    desk.begin('photo', 'onTouchStart', press);
    expect(handler.mock.calls).toEqual([[press]]);
  });

  it('that was quicker is made up for once', () => {
    const handler = jest.fn();
    desk.begin('photo', 'onMouseDown', press);
    desk.handle('other', { onMouseDown: handler });
    expect(handler).not.toHaveBeenCalled();
    desk.handle('photo', { onMouseDown: handler });
    desk.handle('photo', { onMouseDown: handler });
    expect(handler.mock.calls).toEqual([[press]]);
  });

  it.each(['pointerup', 'pointercancel', 'keydown'])('that has ended by %s is not', (end) => {
    const handler = jest.fn();
    desk.begin('photo', 'onTouchStart', press);
    window.dispatchEvent(new Event(end));
    desk.handle('photo', { onTouchStart: handler });
    expect(handler).not.toHaveBeenCalled();
  });

  it('is the last of several', () => {
    const handler = jest.fn();
    const last = { type: 'last' } as unknown as SyntheticEvent;
    desk.begin('photo', 'onMouseDown', press);
    window.dispatchEvent(new Event('pointerup'));
    desk.begin('photo', 'onMouseDown', last);
    desk.handle('photo', { onMouseDown: handler });
    expect(handler.mock.calls).toEqual([[last]]);
  });

  it.each([true, false])('by key counts as long as the focus is there: %s', (focused) => {
    const handler = jest.fn();
    if (focused) tile.focus();
    desk.begin('photo', 'onKeyDown', press);
    desk.handle('photo', { onKeyDown: handler });
    expect(handler).toHaveBeenCalledTimes(focused ? 1 : 0);
  });
});
