import type { ToldStep } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { inOrder } from './merged-answers.js';

const step = (second: number, more: Partial<ToldStep>): ToldStep => ({
  at: `2026-01-01T00:00:0${second}.000Z`,
  kind: 'event',
  service: 'identity',
  title: 'Happened',
  id: `${second}`,
  userId: null,
  detail: 'account-1',
  state: null,
  requestId: 'request',
  ...more,
});
const shownOf = (steps: ToldStep[]) => inOrder(steps).map(({ kind, title }) => `${kind} ${title}`);

describe('a timeline', () => {
  it('goes from the request over events and transfers to mails, each once', () => {
    const transfer = step(2, { kind: 'transfer', title: 'grant', id: 't' });
    const event = step(2, { title: 'TransferPosted', id: 'e', service: 'tokens' });
    const mail = step(3, { kind: 'mail', title: 'results', id: 'm' });
    expect(shownOf([mail, transfer, event, step(1, { title: 'UserRegistered' }), event])).toEqual([
      'request UserRegistered',
      'event UserRegistered',
      'event TransferPosted',
      'transfer grant',
      'mail results',
    ]);
  });

  it('names a call by support, and invents nothing of anybody else’s request', () => {
    const call = step(1, { kind: 'request', title: 'grant', id: 'request', detail: 'a gift', state: '201' });
    const [request, ...rest] = inOrder([step(2, {}), call]);
    expect(request).toEqual({
      at: call.at,
      kind: 'request',
      service: 'gateway',
      title: 'POST /support/accounts/{userId}/grants',
      id: 'request',
      userId: null,
      detail: 'a gift',
      state: '201',
    });
    expect(rest.map(({ kind }) => kind)).toEqual(['event']);
    expect(shownOf([step(1, { kind: 'mail', title: 'signup-code' })])).toEqual(['mail signup-code']);
  });

  it('names each command before the events that it made, once for each that it was done for', () => {
    const booked = { service: 'tokens', command: 'book-on-ratings-accepted' };
    const steps = [
      step(1, { title: 'RatingsAccepted', command: 'assessments.submitRatings' }),
      step(2, { ...booked, title: 'TransferPosted', id: 'consume', causeEventId: '1' }),
      step(2, { ...booked, title: 'TransferPosted', id: 'reward', causeEventId: '1' }),
      step(3, { ...booked, title: 'TransferPosted', id: 'other', causeEventId: '0' }),
    ];
    expect(shownOf(steps)).toEqual([
      'request RatingsAccepted',
      'command assessments.submitRatings',
      'event RatingsAccepted',
      'command book-on-ratings-accepted',
      'event TransferPosted',
      'event TransferPosted',
      'command book-on-ratings-accepted',
      'event TransferPosted',
    ]);
    const [, command] = inOrder(steps);
    expect(command).toEqual({
      ...{ at: steps[0]!.at, kind: 'command', service: 'identity', title: 'assessments.submitRatings' },
      ...{ id: 'assessments.submitRatings request', userId: null, detail: null, state: null },
    });
  });

  it('names the call that a person made, of which only events are on record', () => {
    const [request] = inOrder([step(1, { title: 'UserRegistered', route: 'getTransfer', userId: null })]);
    expect(request).toMatchObject({
      kind: 'request',
      service: 'gateway',
      title: 'GET /support/transfers/{transferId}',
    });
    expect(request).not.toHaveProperty('route');
  });

  it('keeps the requests of a chain apart', () => {
    const steps = [step(1, { requestId: 'one', title: 'A' }), step(3, { requestId: 'two', title: 'B', id: 'b' })];
    expect(shownOf(steps)).toEqual(['request A', 'event A', 'request B', 'event B']);
  });
});
