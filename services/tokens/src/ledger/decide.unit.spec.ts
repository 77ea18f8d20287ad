import { specify } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import { decide, ledgerDecider } from './decide.js';
import {
  escrowAccount,
  type HoldPlaced,
  initialState,
  type LedgerEvent,
  type PlaceHold,
  type Postings,
  type PostTransfer,
  type TransferPosted,
  userAccount,
} from './transfer.js';

const given = specify(ledgerDecider);
const at = '2026-11-21T12:00:00.000Z';
const later = '2026-11-21T12:10:00.000Z';
const ann = userAccount('ann');
const bob = userAccount('bob');

function transfer(code: PostTransfer['code'], postings: Postings, more: Partial<PostTransfer> = {}): PostTransfer {
  return { type: 'PostTransfer', code, idempotencyKey: 'key', postings, effectiveAt: at, ...more };
}

function posted({ type: _, ...data }: PostTransfer): TransferPosted {
  return { type: 'TransferPosted', data };
}

describe('a transfer', () => {
  const grant = transfer('grant', { 'platform:grants': -40, [ann]: 40 });

  it('is posted', () =>
    given([])
      .when(grant)
      .then([posted(grant)]));

  it('is posted once: the same again causes nothing, whatever the time', () =>
    given([posted(grant)])
      .when({ ...grant, effectiveAt: later })
      .then([]));

  it('refuses its key for another amount, account, code or reason', () => {
    for (const other of [
      transfer('grant', { 'platform:grants': -41, [ann]: 41 }),
      transfer('grant', { 'platform:grants': -40, [bob]: 40 }),
      transfer('correction', { 'platform:grants': -40, [ann]: 40 }),
      transfer('grant', { 'platform:grants': -40, [ann]: 40 }, { reason: 'sorry' }),
    ]) {
      given([posted(grant)])
        .when(other)
        .then('IDEMPOTENCY_KEY_REUSED');
    }
  });

  it('keeps who asked why', () => {
    const correction = transfer(
      'correction',
      { [ann]: -5, 'platform:grants': 5 },
      { reason: 'paid twice', ticket: '7' },
    );
    given([])
      .when(correction)
      .then([posted(correction)]);
  });

  it('corrects a balance up or down, by one token or more', () => {
    for (const tokens of [1, -1, 40]) {
      const correction = transfer('correction', { 'platform:grants': -tokens, [ann]: tokens });
      given([])
        .when(correction)
        .then([posted(correction)]);
    }
  });

  it.each<[string, PostTransfer['code'], Postings, string]>([
    ['unbalanced', 'grant', { 'platform:grants': -40, [ann]: 39 }, 'sum to -1'],
    ['in parts of a token', 'grant', { 'platform:grants': -0.5, [ann]: 0.5 }, '-0.5 is no amount'],
    ['of nothing', 'grant', { 'platform:grants': 0, [ann]: 0 }, '0 is no amount'],
    ['of one posting', 'grant', { [ann]: 5 }, 'at least two postings'],
    ['from the wrong account', 'grant', { 'platform:rewards': -40, [ann]: 40 }, 'no grant has these accounts'],
    ['that takes where it gives', 'grant', { 'platform:grants': 40, [ann]: -40 }, 'no grant has these accounts'],
    ['between two users', 'refund', { [ann]: -5, [bob]: 5 }, 'between one user and the platform'],
    ['for two users', 'grant', { 'platform:grants': -9, [ann]: 5, [bob]: 4 }, 'between one user and the platform'],
    ['of a code that moves nothing', 'expiry', { [ann]: -5, 'platform:grants': 5 }, 'no expiry has these accounts'],
    [
      'with a name that is no account',
      'consume',
      { [escrowAccount('a')]: -5, 'platform:profit': 5 },
      'platform:profit is no account',
    ],
  ])('is never made %s', (_, code, postings, reason) => {
    const make = () => decide(transfer(code, postings), initialState());
    expect(make).toThrow(RangeError);
    expect(make).toThrow(reason);
  });
});

describe('a hold', () => {
  const legs = [
    { account: escrowAccount('one'), amountTokens: 20 },
    { account: escrowAccount('two'), amountTokens: 15 },
  ];
  const place: PlaceHold = {
    type: 'PlaceHold',
    idempotencyKey: 'hold:h',
    account: ann,
    legs,
    expiresAt: later,
    effectiveAt: at,
  };
  const legsByAccount = { [escrowAccount('one')]: 20, [escrowAccount('two')]: 15 };
  const placed: HoldPlaced = {
    type: 'HoldPlaced',
    data: {
      code: 'hold',
      idempotencyKey: 'hold:h',
      account: ann,
      amountTokens: 35,
      legs: legsByAccount,
      expiresAt: later,
      effectiveAt: at,
    },
  };
  const postedHold: LedgerEvent = {
    type: 'HoldPosted',
    data: {
      code: 'hold',
      account: ann,
      amountTokens: 35,
      postings: { ...legsByAccount, [ann]: -35 },
      effectiveAt: later,
    },
  };
  const voided = (code: 'hold' | 'expiry'): LedgerEvent => ({
    type: 'HoldVoided',
    data: { code, account: ann, amountTokens: 35, effectiveAt: later },
  });
  const post = { type: 'PostHold', account: ann, effectiveAt: later } as const;
  const release = { type: 'VoidHold', account: ann, reason: 'released', effectiveAt: later } as const;
  const expire = { type: 'VoidHold', reason: 'expired', effectiveAt: later } as const;

  it('is placed for the sum of its legs', () => given([]).when(place).then([placed]));
  it('is placed once', () =>
    given([placed])
      .when({ ...place, effectiveAt: later })
      .then([]));
  it('refuses its id for another price', () =>
    given([placed])
      .when({ ...place, legs: legs.slice(1) })
      .then('IDEMPOTENCY_KEY_REUSED'));
  it('refuses its id for another user', () =>
    given([placed])
      .when({ ...place, account: bob })
      .then('IDEMPOTENCY_KEY_REUSED'));
  it('never has two legs into one escrow', () => {
    const twice = { ...place, legs: [legs[0]!, legs[0]!] };
    expect(() => decide(twice, initialState())).toThrow(RangeError);
    expect(() => decide(twice, initialState())).toThrow('two legs');
  });
  it('is never placed for nothing, or for what is no escrow', () => {
    for (const leg of [
      { account: escrowAccount('one'), amountTokens: 0 },
      { account: 'platform:revenue' as const, amountTokens: 5 },
    ])
      expect(() => decide({ ...place, legs: [leg] }, initialState())).toThrow(RangeError);
  });

  it('is posted into one escrow per leg', () => given([placed]).when(post).then([postedHold]));
  it('is posted once', () => given([placed, postedHold]).when(post).then([]));
  it('is not posted for another user', () =>
    given([placed])
      .when({ ...post, account: bob })
      .then('NOT_FOUND'));
  it('is not posted where there is none', () => given([]).when(post).then('NOT_FOUND'));
  it('is not posted after it was given back', () =>
    given([placed, voided('hold')])
      .when(post)
      .then('CONFLICT'));

  it('is given back', () =>
    given([placed])
      .when(release)
      .then([voided('hold')]));
  it('ends by itself after its time', () =>
    given([placed])
      .when(expire)
      .then([voided('expiry')]));
  it('is given back once', () =>
    given([placed, voided('expiry')])
      .when(release)
      .then([]));
  it('is not given back to another user', () =>
    given([placed])
      .when({ ...release, account: bob })
      .then('NOT_FOUND'));
  it('is not given back once it is used up', () => given([placed, postedHold]).when(expire).then('CONFLICT'));
  it('does not come back to life by its placing sent again', () =>
    given([placed, voided('hold')])
      .when(place)
      .then('CONFLICT'));

  it('and a transfer never share an id', () => {
    const grant = transfer('grant', { 'platform:grants': -40, [ann]: 40 });
    given([placed]).when(grant).then('IDEMPOTENCY_KEY_REUSED');
    given([posted(grant)])
      .when(place)
      .then('IDEMPOTENCY_KEY_REUSED');
    given([posted(grant)])
      .when(release)
      .then('NOT_FOUND');
  });

  it('has a history that only decisions make', () => {
    const grant = posted(transfer('grant', { 'platform:grants': -40, [ann]: 40 }));
    const impossible: LedgerEvent[][] = [
      [postedHold],
      [voided('hold')],
      [placed, placed],
      [placed, grant],
      [grant, placed],
      [grant, grant],
      [placed, postedHold, voided('hold')],
      [placed, voided('hold'), postedHold],
    ];
    for (const events of impossible)
      expect(() => events.reduce(ledgerDecider.evolve, initialState())).toThrow('cannot follow');
  });
});
