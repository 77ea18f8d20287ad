import { describe, expect, it } from '@jest/globals';
import { type Giving, mutualGroups, networkGroups } from './linked-accounts.js';

const policy = { submissionsMin: 10, shareMin: 0.5 };
const giving = (assessor: string, owner: string, submissions = 3): Giving => ({ assessor, owner, submissions });

const pair = (one: string, other: string, submissions = 3): Giving[] => [
  giving(one, other, submissions),
  giving(other, one, submissions),
];

const allPairs = (accounts: string[], submissions: number): Giving[] =>
  accounts.flatMap((one, index) => accounts.slice(index + 1).flatMap((other) => pair(one, other, submissions)));

const given = (submissions: Record<string, number>) => new Map(Object.entries(submissions));

describe('mutual groups', () => {
  const ring = ['a', 'b', 'c', 'd', 'e'];
  const ringGiven = Object.fromEntries(ring.map((account) => [account, 16]));

  it('are those whose members give each other most of their submissions, with the share', () => {
    const outside = [...pair('e', 'x'), ...pair('x', 'y')];
    const found = mutualGroups([...allPairs(ring, 3), ...outside], given({ ...ringGiven, x: 30, y: 30 }), policy);
    expect(found).toEqual([
      { kind: 'mutual', members: ring, reasons: [{ reason: 'mutual-ratings', submissions: 60, share: 0.75 }] },
    ]);
  });

  it('lose one member after another where the shares are small', () => {
    expect(mutualGroups(allPairs(ring, 3), given({ ...ringGiven, a: 100, b: 100, c: 20 }), policy)).toEqual([]);
  });

  it('leave out a couple below the minimum', () => {
    expect(mutualGroups(pair('a', 'b', 9), given({ a: 9, b: 9 }), policy)).toEqual([]);
    expect(mutualGroups(pair('a', 'b', 9), given({ a: 10, b: 10 }), policy)).toHaveLength(1);
  });

  it('are linked from half of their submissions on', () => {
    expect(mutualGroups(pair('a', 'b', 5), given({ a: 10, b: 10 }), policy)).toHaveLength(1);
    expect(mutualGroups(pair('a', 'b', 5), given({ a: 10, b: 11 }), policy)).toEqual([]);
  });
});

describe('rings in one direction', () => {
  const ring = ['a', 'b', 'c', 'd', 'e'];
  const round = (submissions: number) =>
    ring.map((account, index) => giving(account, ring[(index + 1) % ring.length]!, submissions));
  const all = (submissions: number) =>
    given(Object.fromEntries([...ring, 'x', 'y'].map((name) => [name, submissions])));

  it('are groups, without those who only rate a member or are only rated by one', () => {
    const found = mutualGroups([...round(12), giving('x', 'a', 16), giving('e', 'y', 4)], all(16), policy);
    expect(found).toEqual([
      { kind: 'mutual', members: ring, reasons: [{ reason: 'mutual-ratings', submissions: 60, share: 0.75 }] },
    ]);
  });

  it('fall apart if one member gives most to others, and are none if the last does not rate the first', () => {
    expect(mutualGroups(round(12), given({ a: 16, b: 16, c: 25, d: 16, e: 16 }), policy)).toEqual([]);
    expect(mutualGroups(round(12).slice(0, -1), all(16), policy)).toEqual([]);
  });

  it('stay apart where one leads to another', () => {
    const others = ['v', 'w', 'z'];
    const second = others.map((account, index) => giving(account, others[(index + 1) % 3]!, 12));
    const found = mutualGroups(
      [...round(12), giving('a', 'v', 4), ...second],
      given({ ...Object.fromEntries([...ring, ...others].map((name) => [name, 16])) }),
      policy,
    );
    expect(found.map(({ members }) => members)).toEqual([ring, others]);
  });
});

describe('network groups', () => {
  it('are the accounts of one network that habits connect, with each habit once', () => {
    const step = { network: 'n', reason: 'same-owners', part: 12, total: 16, submissions: 12 } as const;
    const rewards = { network: 'n', reason: 'shared-rewards', part: 180, total: 200, submissions: 15 } as const;
    const found = networkGroups([
      { ...step, one: 'a', other: 'b' },
      { ...rewards, one: 'c', other: 'b' },
      { ...step, one: 'd', other: 'e' },
      { ...step, network: 'm', one: 'a', other: 'f' },
    ]);
    expect(found.map(({ members }) => members)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
      ['a', 'f'],
    ]);
    expect(found[0]!.reasons).toEqual([
      { reason: 'same-owners', submissions: 12, share: 0.75 },
      { reason: 'shared-rewards', submissions: 15, share: 0.9 },
    ]);
  });
});
