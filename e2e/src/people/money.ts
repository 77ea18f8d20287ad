import { supportAccountRoutes, supportRoutes } from '@candid/contracts';
import { eventually, type Person } from '@candid/testing';
import { expect } from '@jest/globals';

/** Expects balanced books: only the platform's account is below zero. */
export async function expectBalancedBooks(support: Person) {
  const trial = await support.expect(supportRoutes.trialBalance);
  expect(trial.sum).toBe(0);
  const overdrawn = trial.accounts.filter((account) => !account.account.startsWith('platform:') && account.balance < 0);
  expect(overdrawn).toEqual([]);
  return new Map(trial.accounts.map((account) => [account.account, account.balance]));
}

/** Expects balanced books, and no tokens of these people on hold or in escrow. Other people may have such tokens. */
export async function expectNothingHeld(support: Person, ...people: readonly Person[]): Promise<void> {
  for (const { userId } of people) {
    await eventually(async () => {
      const { account, escrows } = await support.expect(supportAccountRoutes.getAccount, { params: { userId } });
      expect([account.held, escrows]).toEqual([0, []]);
    });
  }
  await expectBalancedBooks(support);
}

export async function expectBalance(person: Person, tokens: number): Promise<void> {
  await eventually(async () => expect((await person.user()).tokenCount).toBe(tokens));
}
