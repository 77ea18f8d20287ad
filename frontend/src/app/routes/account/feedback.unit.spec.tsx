/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { show } from '../../../features/support/desk.fixture.spec';
import FeedbackPage from './feedback.page';

afterEach(cleanup);

it('leads whoever sends an incomplete notice to the first field that is wrong, in the order of the form', async () => {
  window.scrollTo = () => undefined;
  show(<FeedbackPage />, '/feedback?about=content');
  const send = screen.getByRole('button', { name: 'Send report' });
  await userEvent.click(send);
  expect(document.activeElement).toBe(screen.getByLabelText('What is it about?'));
  await userEvent.selectOptions(screen.getByLabelText('What is it about?'), 'childAbuse');
  await userEvent.click(send);
  expect(document.activeElement).toBe(screen.getByLabelText('Where is it?'));
});
