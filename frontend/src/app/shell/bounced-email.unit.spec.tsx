/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { at, Desk, person, show, userWith } from '../../lib/desk.fixture.spec';
import { NavLayout } from './member-area';

const account = `GET /get-user/${person}`;
let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(cleanup);

const showPage = () =>
  show(
    <Routes>
      <Route element={<NavLayout />}>
        <Route path="*" element={<main>The page</main>} />
      </Route>
    </Routes>,
    '/account',
  );
const button = () => screen.findByRole('button', { name: 'It works again' });

it('says above the page that mails come back, until the person says that they arrive', async () => {
  desk.signIn({ emailBouncedAt: at });
  desk.answer('POST /confirm-email', { success: true });
  showPage();
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Our emails to mo@candid.example come back, so you get no more.');
  desk.answer(account, { success: true, user: userWith() });
  await userEvent.click(await button());
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(desk.of('POST /confirm-email')).toMatchObject([{ body: { userId: person } }]);
});

it('stays, with the reason, if the server refuses', async () => {
  desk.signIn({ emailBouncedAt: at });
  desk.refuse('POST /confirm-email', 'RATE_LIMITED', 'That was a lot for one day. Please try again tomorrow.', 429);
  showPage();
  await userEvent.click(await button());
  expect((await screen.findByText(/That was a lot for one day/)).closest('[role=alert]')).not.toBeNull();
  await button();
});

it('is not there for a person whose mails arrive', async () => {
  desk.signIn();
  showPage();
  await waitFor(() => expect(desk.of(account)).not.toEqual([]));
  await screen.findByText('The page');
  expect(screen.queryByRole('alert')).toBeNull();
});
