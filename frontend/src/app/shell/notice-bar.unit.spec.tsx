/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { ConnectionNotice, UpdateNotice, updateStore } from './notice-bar';

describe('connection notice', () => {
  beforeAll(() => void window.dispatchEvent(new Event('offline')));
  afterEach(cleanup);

  it.each([
    ['/signup', 'You need a connection to sign up or log in.'],
    ['/terms-of-service', 'This page can be read without a connection.'],
    ['/testing/owner', 'You can continue: your ratings stay on this device'],
    ['/feed', 'Photos to assess load once you are connected,'],
    ['/carousel/owner', 'Photos to assess load once you are connected,'],
    ['/pay', 'Your balance and settings cannot be loaded'],
    ['/feedback', 'Feedback cannot be sent until you are connected.'],
    ['/profile', 'Photos and results cannot be loaded or changed'],
  ])('says on %s what goes on without a connection', (path, meanwhile) => {
    render(
      <MemoryRouter initialEntries={[path]}>
        <ConnectionNotice />
      </MemoryRouter>,
    );
    expect(screen.getByRole('status').textContent).toContain(`You are offline. ${meanwhile}`);
  });
});

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
