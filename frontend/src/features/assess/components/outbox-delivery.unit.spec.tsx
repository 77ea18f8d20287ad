/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, waitFor } from '@testing-library/react';
import { ApiError } from '../../../lib/api/errors';
import { addressNow, show } from '../../../lib/desk.fixture.spec';
import type { Settled } from '../../../lib/outbox/outbox';
import { sessionStore } from '../../../lib/session/session-store';
import { toastStore } from '../../../ui/toast/toast-store';
import type { Reward, Submission } from '../submission-outbox';
import { submissionOutbox, type WaitingSubmission } from '../submission-outbox';
import OutboxDelivery from './outbox-delivery';

const waiting = { idempotencyKey: 'a', userId: 'ann' } as WaitingSubmission;
type Delivery = Settled<Submission, Reward>['delivery'];

let flushed: string[];
beforeEach(() => {
  flushed = [];
  sessionStore.signIn({ token: 't', userId: 'ann' });
  toastStore.dismiss();
  jest.spyOn(submissionOutbox, 'entriesOf').mockResolvedValue([waiting]);
});
afterEach(() => {
  cleanup();
  act(() => toastStore.dismiss());
  jest.restoreAllMocks();
});

function deliver(delivery: Delivery): void {
  jest.spyOn(submissionOutbox, 'flush').mockImplementation(async (userId) => {
    flushed.push(userId);
    return [{ entry: waiting, delivery }] as unknown as Settled<Submission, Reward>[];
  });
  show(<OutboxDelivery />, '/account');
}
const toast = () => toastStore.current();

it('announces what a submission earned that was sent later', async () => {
  deliver({ outcome: 'accepted', answer: { tokensEarned: 20, isRewarded: true, tokenCount: 60 } as Reward });
  await waitFor(() =>
    expect(toast()?.text).toBe("Sent what was saved on this device: 1 assessment. You've earned 20 tokens."),
  );
  expect(flushed).toEqual(['ann']);
});

it('says what came too late, and leads to why', async () => {
  deliver({ outcome: 'refused', error: new ApiError(409, 'ASSESSMENT_COMPLETE', 'Too late.') });
  await waitFor(() => expect(toast()?.text).toBe('1 assessment could not be counted.'));
  expect(toast()?.action?.label).toBe('See why');
  act(() => toastStore.act());
  await waitFor(() => expect(addressNow()).toBe('/feed'));
});
