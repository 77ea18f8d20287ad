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
