import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { transferIdOf } from '../ledger/transfer.js';
import { DueBookings } from './due-bookings.js';

const at = '2026-01-02T03:04:05.000Z';
const id = randomUUID;
const { a, b, g, s, t, r, u } = { a: id(), b: id(), g: id(), s: id(), t: id(), r: id(), u: id() };

const common = {
  ...{
    photoAssessmentId: randomUUID(),
    userId: u,
    assessorId: randomUUID(),
    photoId: randomUUID(),
    profileAssessmentId: randomUUID(),
  },
  ...{ holdId: randomUUID(), isFirstAssessment: true, testLimit: 4, photoIds: [], comments: [], isReopened: false },
  ...{ additionalAssessors: 1, removedAssessors: 1, restartTokens: 0 },
  ...{ startedAt: at, acceptedAt: at, extendedAt: at, shrunkAt: at, endedAt: at, replacedAt: at, refundedAt: at },
};
const photo = { photoId: randomUUID(), testLimit: 4, isRated: true };

const about = (type: string, data: object) => ({
  ...{ eventId: `event of ${type}`, correlationId: 'a request', recordedAt: at, type },
  data: { ...common, ...data },
});
const started = about('PhotoAssessmentStarted', {
  assessments: [
    { ...photo, assessmentId: a, amountTokens: 20 },
    { ...photo, assessmentId: b, amountTokens: 20 },
  ],
});
const rated = about('RatingsAccepted', {
  submissionId: s,
  rewardTokens: 20,
  ratings: [
    { ...photo, assessmentId: a, consumedTokens: 5 },
    { ...photo, assessmentId: b, consumedTokens: 5 },
  ],
});
const ended = about('AssessedPhotoEnded', { assessmentId: a, refundTokens: 15 });

function after(...events: ReturnType<typeof about>[]) {
  const bookings = new DueBookings();
  const due = events.flatMap((event) => bookings.apply(event));
  return {
    open: Object.fromEntries(bookings.open),
    due: due.map(({ transferId, amountTokens, workItem }) => [transferId, amountTokens, workItem]),
    counts: bookings.counts,
  };
}

describe('the bookings that are due', () => {
  it('are none at a start, which waits for its assessors', () => {
    expect(after(started)).toMatchObject({ open: { [a]: 20, [b]: 20 }, due: [] });
  });

  it('are a price for each rating and one reward', () => {
    expect(after(started, rated)).toEqual({
      open: { [a]: 15, [b]: 15 },
      due: [
        [transferIdOf(`consume:${s}:${a}`), 5, 'booking-consume-event of RatingsAccepted'],
        [transferIdOf(`consume:${s}:${b}`), 5, 'booking-consume-event of RatingsAccepted'],
        [transferIdOf(`reward:${s}`), 20, `reward-${s}`],
      ],
      counts: { consume: 2, reward: 1, refund: 0, restart: 0 },
    });
  });

  it('are no reward and no refund of nothing', () => {
    const unpaid = about('RatingsAccepted', { ...rated.data, rewardTokens: 0 });
    const spent = about('AssessedPhotoEnded', { assessmentId: a, refundTokens: 0 });
    expect(after(started, unpaid, spent).counts).toEqual({ consume: 2, reward: 0, refund: 0, restart: 0 });
  });

  it('are a refund at an end, after which nothing is open', () => {
    const { open, due } = after(started, ended);
    expect(open).toEqual({ [b]: 20 });
    expect(due).toEqual([[transferIdOf(`refund:${a}`), 15, `refund-${a}`]]);
  });

  it('are a refund of its own for fewer assessors, and none for more, which open again what was complete', () => {
    const shrunk = about('AssessedPhotoShrunk', {
      assessmentId: b,
      refundId: r,
      refundTokens: 20,
    });
    const extended = about('AssessedPhotoExtended', { ...photo, assessmentId: b, amountTokens: 10 });
    expect(after(started, shrunk).open).toEqual({ [a]: 20 });
    expect(after(started, shrunk, extended)).toMatchObject({
      open: { [a]: 20, [b]: 10 },
      due: [[transferIdOf(`refund:${r}`), 20, `refund-${r}`]],
    });
  });

  it('are the same for profile assessments', () => {
    const run = { assessmentId: g };
    expect(
      after(
        about('ProfileRoundStarted', { ...run, amountTokens: 25 }),
        about('ProfileRatingAccepted', { ...run, submissionId: t, rewardTokens: 10, consumedTokens: 5 }),
        about('ProfileRoundExtended', { ...run, amountTokens: 5 }),
        about('ProfileRoundShrunk', { ...run, refundId: r, refundTokens: 10 }),
      ),
    ).toMatchObject({ open: { [g]: 15 }, counts: { consume: 1, reward: 1, refund: 1 } });
    expect(
      after(
        about('ProfileRoundStarted', { ...run, amountTokens: 25 }),
        about('ProfileRoundEnded', { ...run, refundTokens: 25 }),
      ),
    ).toEqual({
      open: {},
      due: [[transferIdOf(`refund:${g}`), 25, `refund-${g}`]],
      counts: { consume: 0, reward: 0, refund: 1, restart: 0 },
    });
  });

  it('are what a reset first assessment had used up, once per person', () => {
    const reset = about('FirstAssessmentReset', { userId: u, givenBackTokens: 10 });
    const again = about('FirstAssessmentReset', { userId: u, givenBackTokens: 0 });
    expect(after(reset, again)).toMatchObject({
      due: [[transferIdOf(`restart:${u}`), 10, undefined]],
      counts: { restart: 1 },
    });
  });

  it('take no notice of what moves no tokens', () => {
    expect(after(started, about('PhotoAssessmentCompleted', {}))).toMatchObject({
      open: { [a]: 20, [b]: 20 },
      due: [],
    });
  });

  it('are a reward alone of ratings that nobody pays for', () => {
    const free = about('GoldRatingsAccepted', { submissionId: g, rewardTokens: 20 });
    expect(after(started, free)).toMatchObject({
      open: { [a]: 20, [b]: 20 },
      due: [[expect.any(String), 20, `reward-${g}`]],
    });
  });

  it('are the price of a spoiled rating, and an assessor more where another one comes', () => {
    const spoiled = { submissionId: s, assessmentId: a, amountTokens: 5 };
    const replaced = about('SpoiledRatingReplaced', spoiled);
    expect(after(started, rated, replaced)).toMatchObject({ open: { [a]: 20, [b]: 15 }, counts: { refund: 1 } });
    expect(after(started, rated, replaced).due.at(-1)).toEqual([transferIdOf(`spoiled:${s}:${a}`), 5, undefined]);
    const refunded = about('SpoiledRatingRefunded', spoiled);
    expect(after(started, rated, refunded)).toMatchObject({ open: { [a]: 15, [b]: 15 }, counts: { refund: 1 } });
  });
});
