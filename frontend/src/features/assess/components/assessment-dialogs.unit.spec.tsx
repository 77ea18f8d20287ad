/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { AssessmentDialogs } from './assessment-dialogs';

afterEach(cleanup);

const nothing = () => undefined;

it('shows as paid what is not put off to another day', () => {
  const show = (payable: number) =>
    render(
      <AssessmentDialogs
        introduction={{ open: false, close: nothing }}
        leaving={false}
        earnedTokens={20}
        unrewarded={false}
        payable={payable}
        waitsFor={null}
        onStay={nothing}
        onLeave={nothing}
        onDone={nothing}
      />,
    );
  show(15);
  screen.getByText('+5');
  screen.getByText(/15 tokens will be paid/);
  cleanup();
  show(35);
  expect(screen.queryByText(/^\+/)).toBeNull();
});

it.each([
  ['connection', /^There is no connection right now\. Your assessment is safe here/],
  ['server', /^Candid cannot receive it right now\. Your assessment is safe here/],
] as const)('says what an assessment waits for on this device: the %s', (waitsFor, words) => {
  render(
    <AssessmentDialogs
      introduction={{ open: false, close: nothing }}
      leaving={false}
      earnedTokens={null}
      unrewarded={false}
      payable={0}
      waitsFor={waitsFor}
      onStay={nothing}
      onLeave={nothing}
      onDone={nothing}
    />,
  );
  expect(screen.getByRole('alertdialog', { name: 'Saved on this device' })).not.toBeNull();
  screen.getByText(words);
});

it('asks before an assessment is cancelled', async () => {
  const answers: string[] = [];
  render(
    <AssessmentDialogs
      introduction={{ open: false, close: nothing }}
      leaving
      earnedTokens={null}
      unrewarded={false}
      payable={0}
      waitsFor={null}
      onStay={() => answers.push('stay')}
      onLeave={() => answers.push('leave')}
      onDone={nothing}
    />,
  );
  screen.getByText(/^Your progress will be lost and you will not earn any tokens\./);
  await userEvent.click(screen.getByRole('button', { name: 'No' }));
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
  expect(answers).toEqual(['stay', 'leave']);
});
