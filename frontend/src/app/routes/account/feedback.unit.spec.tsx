/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { at, Desk, person, show, transfer } from '../../../lib/desk.fixture.spec';
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
  const box = screen.getByLabelText<HTMLTextAreaElement>('Your message');
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
  const address = screen.getByLabelText('Your email (optional)');
  await userEvent.type(address, 'ann');
  await send();
  await screen.findByText('Please enter a valid email address.');
  await userEvent.type(address, '@people.example');
  await send();
  await screen.findByText('Thank you for your words.');
  expect(box.value).toBe('');
  expect(desk.sent.map(({ body }) => body?.['email'])).toEqual([undefined, 'ann@people.example']);
});

/** Returns a desk with two messages of the person: the newer one waits, and the older one is answered. */
function deskWithMessages(): Desk {
  window.scrollTo = () => undefined;
  const desk = new Desk();
  desk.signIn();
  const answer = { at, text: 'Here you are.', tokens: 1, passkey: 'abcde-fghjk' };
  const sent = { feedbackId: person, sentAt: at, email: null, subject: 'passkey', feedback: 'May I?', answer };
  const waiting = { ...sent, feedbackId: transfer, feedback: 'And again?', answer: null };
  desk.answer('GET /feedback', { success: true, feedback: [waiting, sent], nextCursor: null });
  return desk;
}

const follows = (first: HTMLElement, second: HTMLElement) =>
  first.compareDocumentPosition(second) === Node.DOCUMENT_POSITION_FOLLOWING;

it('shows the answers of support with a passkey to use, above an empty form if a link asks for them', async () => {
  deskWithMessages();
  show(<FeedbackPage />, '/feedback?show=messages');
  const answer = await screen.findByText('Here you are.');
  screen.getByText('1 token was added to your balance.');
  expect(screen.getByRole('link', { name: 'Use this passkey' }).getAttribute('href')).toBe('/approve');
  const box = screen.getByLabelText<HTMLTextAreaElement>('Your message');
  const waiting = screen.getByText('No answer yet.');
  expect([follows(answer, waiting), follows(waiting, box), box.value]).toEqual([true, true, '']);
});

it('opens with the subject that a page asks for', async () => {
  const desk = deskWithMessages();
  desk.answer('POST /feedback', { success: true, message: 'Thank you for your words.' });
  show(<FeedbackPage />, '/feedback?subject=passkey');
  await screen.findByText('The answer comes by email, and you find it on this page.');
  screen.getByRole('heading', { name: 'Messages to support' });
  expect(follows(screen.getByLabelText('Your message'), await screen.findByText('Here you are.'))).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Submit Feedback' }));
  await screen.findByText('Thank you for your words.');
  const asked = { subject: 'passkey', feedback: 'I would like to assess photos. Please send me a passkey.' };
  await userEvent.type(screen.getByLabelText('Your message'), 'Lovely.');
  await userEvent.click(screen.getByRole('button', { name: 'Submit Feedback' }));
  await waitFor(() => expect(desk.of('POST /feedback')).toHaveLength(2));
  const bodies = desk.of('POST /feedback').map(({ body }) => body);
  expect(bodies).toMatchObject([asked, { feedback: 'Lovely.' }]);
  expect(bodies[1]).not.toHaveProperty('subject');
});
