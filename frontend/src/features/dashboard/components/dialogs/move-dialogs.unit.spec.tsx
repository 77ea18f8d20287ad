/** @jest-environment jsdom */
import type { CurrentUser, Photo } from '@candid/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import type { MoveQuestion, PhotoMoves } from '../../hooks/use-photo-moves';
import { MoveDialogs } from './move-dialogs';

afterEach(cleanup);

const running = { section: 'testing', testLimit: 4, testTimesRated: 2, timesRated: 2 };
const finished = { section: 'bank', testLimit: 4, testTimesRated: 4, timesRated: 4 };
const unrated = { section: 'bank', testLimit: 0, testTimesRated: 0, timesRated: 0 };
const aboutBoth = /the ratings of the other photo are deleted too/;

function ask(kind: MoveQuestion['kind'], photo: object, hasCompletedFirstAssessment: boolean) {
  const question: MoveQuestion = { kind, photo: photo as Photo };
  const moves = { question, ended: null, busy: false, problem: null } as PhotoMoves;
  render(<MoveDialogs user={{ hasCompletedFirstAssessment } as CurrentUser} moves={moves} />);
}

describe('before a photo of the first assessment goes, a person reads that the ratings of both go', () => {
  it('while it is assessed', () => {
    ask('delete', running, false);
    screen.getByText(aboutBoth);
  });

  it('while its assessment ends', () => {
    ask('end', running, false);
    screen.getByText(aboutBoth);
  });

  it('after it has been put into the bank', () => {
    ask('delete', finished, false);
    screen.getByText(aboutBoth);
  });
});

describe('nothing is said of another photo', () => {
  it('about one that was never assessed', () => {
    ask('delete', unrated, false);
    screen.getByText('All ratings and comments will also be permanently deleted.');
    expect(screen.queryByText(aboutBoth)).toBeNull();
  });

  it('once the first profile is made', () => {
    ask('delete', finished, true);
    expect(screen.queryByText(aboutBoth)).toBeNull();
  });
});

it('says what becomes of the old photo once another crop has been uploaded', () => {
  const question: MoveQuestion = { kind: 'delete', photo: unrated as Photo, isReplaced: true };
  const moves = { question, ended: null, busy: false, problem: null } as PhotoMoves;
  render(<MoveDialogs user={undefined} moves={moves} />);
  screen.getByRole('alertdialog', { name: 'Permanently delete the old photo?' });
  screen.getByText(/^Your new crop is in your Photo Bank. The old photo stays as it is/);
  screen.getByRole('button', { name: 'Keep it' });
});
