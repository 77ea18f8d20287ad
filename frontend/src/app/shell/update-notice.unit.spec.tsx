/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { updateStore } from '../install/update-store';
import { UpdateNotice } from './update-notice';

afterEach(cleanup);

it('leaves the focus on the page when a newer version is put off', async () => {
  render(
    <MemoryRouter>
      <UpdateNotice />
      <main id="main" tabIndex={-1} />
    </MemoryRouter>,
  );
  act(() => updateStore.set(() => undefined));
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
