/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { leaveSheets } from './close-on-back';
import { Sheet } from './sheet';

const observes = class {
  observe() {}
  disconnect() {}
};
beforeEach(() => void Object.assign(globalThis, { ResizeObserver: observes }));
afterEach(cleanup);

type Shown = 'none' | 'first' | 'second';

/** A page at `/page` with a sheet that a second sheet replaces. `/before` is the previous entry of the history. */
function Page() {
  const [shown, setShown] = useState<Shown>('none');
  const close = () => setShown('none');
  return (
    <>
      <p>{`At ${useLocation().pathname}`}</p>
      <button type="button" onClick={() => setShown('first')}>
        Open
      </button>
      <Sheet open={shown === 'first'} title="First" onClose={close}>
        <button type="button" onClick={() => setShown('second')}>
          Go on
        </button>
      </Sheet>
      <Sheet open={shown === 'second'} title="Second" onClose={close} />
    </>
  );
}

const depth = (): number => (history.state as { sheets?: number } | null)?.sheets ?? 0;
const expectDepth = (expected: number) => waitFor(() => expect(depth()).toBe(expected));
const openFirst = async () => {
  history.replaceState(null, '', '/before');
  history.pushState(null, '', '/page');
  render(<Page />, { wrapper: BrowserRouter });
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await expectDepth(1);
};

it('closes on Back, and the page stays', async () => {
  await openFirst();
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByText('At /page');
  history.back();
  await screen.findByText('At /before');
});

it('leaves nothing in the history when it is closed by its button', async () => {
  await openFirst();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await expectDepth(0);
  history.back();
  await screen.findByText('At /before');
});

it('hands its entry on to the sheet that takes its place', async () => {
  await openFirst();
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  await screen.findByRole('dialog', { name: 'Second' });
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByText('At /page');
});

it('gives the page its own entry back before another page replaces it', async () => {
  await openFirst();
  await leaveSheets();
  expect([depth(), location.pathname]).toEqual([0, '/page']);
});
