/** @jest-environment jsdom */
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ConnectionNotice } from './connection-notice';

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
