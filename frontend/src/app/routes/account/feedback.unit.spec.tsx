/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Desk, show } from '../../../lib/desk.fixture.spec';
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

it('takes some words, not too many, and says how it went', async () => {
  window.scrollTo = () => undefined;
  const desk = new Desk();
  desk.answer('POST /feedback', {}, 500);
  show(<FeedbackPage />, '/feedback');
  const box = screen.getByLabelText<HTMLTextAreaElement>('Your feedback');
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Submit Feedback' }));
  const write = async (words: number) => {
    await userEvent.clear(box);
    await userEvent.click(box);
    await userEvent.paste('word '.repeat(words));
  };
  await send();
  await screen.findByText('Please enter some feedback.');
  await write(1001);
  await send();
  await screen.findByText('Feedback cannot exceed 1000 words.');
  expect(desk.sent).toEqual([]);
  await write(1000);
  await send();
  await screen.findByText('Error sending feedback.');
  desk.answer('POST /feedback', { success: true, message: 'Thank you for your words.' });
  await send();
  await screen.findByText('Thank you for your words.');
  expect(box.value).toBe('');
});
