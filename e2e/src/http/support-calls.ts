import { randomUUID } from 'node:crypto';
import { identityRoutes, identitySupportRoutes, supportCorrectionsRoutes, supportTraceRoutes } from '@candid/contracts';
import { Person, type RunningSystem, supportAgent } from '@candid/testing';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { expectBalance } from '../people/money.js';
import type { OwnSystem } from './own-system.js';

/** Defines the tests of what the audit log has of support's calls. They read its newest entries. */
export const describeSupportCalls = (started: () => OwnSystem): void =>
  describe('a call of support', () => {
    let system: RunningSystem;
    let kim: Person;
    let lee: Person;
    let person: Person;

    beforeAll(async () => {
      ({ system, support: kim } = started());
      lee = await supportAgent(system, 'support-lee@people.example');
    });
    beforeEach(async () => {
      person = await Person.signedUp(system);
      await expectBalance(person, 40);
    });

    const ask = (staff: Person, amount: number) =>
      staff.call(supportCorrectionsRoutes.requestCorrection, {
        body: { userId: person.userId, amount, reason: 'lost in a crash', ticket: 'T-7' },
      });

    it('adds a passkey, whose secret is shown once, and revokes it', async () => {
      const name = `spring-${randomUUID().slice(0, 8)}`;
      const { secret } = await kim.expect(identitySupportRoutes.addPasskey, {
        body: { name, reason: 'a new round' },
      });
      const approved = await Person.signedUp(system);
      await approved.expect(identityRoutes.approveAssessor, { body: { passkey: secret } });
      const listed = await kim.expect(identitySupportRoutes.listPasskeys);
      expect(JSON.stringify(listed)).not.toContain(secret);
      const revoke = { params: { name }, body: { reason: 'the round is over', ticket: 'T-7' } };
      await kim.expect(identitySupportRoutes.revokePasskey, revoke);
      const late = await Person.signedUp(system);
      expect(await late.call(identityRoutes.approveAssessor, { body: { passkey: secret } })).toMatchObject({
        status: 403,
        body: { message: 'Incorrect passkey. Please try again.' },
      });
      expect((await approved.user()).approvedAssessor).toBe(true);
      const { entries } = await kim.expect(identitySupportRoutes.listAuditLog, { query: { limit: '20' } });
      expect(entries.filter(({ targets }) => targets.includes(name))).toMatchObject([
        {
          call: 'revokePasskey',
          userId: kim.userId,
          reason: 'the round is over',
          ticket: 'T-7',
          outcome: { status: 200, code: null },
        },
        { call: 'addPasskey', userId: kim.userId, reason: 'a new round', outcome: { status: 201, code: null } },
      ]);
      expect(JSON.stringify(entries)).not.toContain(secret);
    });

    it('makes personal passkeys that approve one account each, and revokes those that are left', async () => {
      const name = `party-${randomUUID().slice(0, 8)}`;
      const body = { name, count: 2, validDays: 7, reason: 'for a party' };
      const { secrets } = await kim.expect(identitySupportRoutes.addPasskeyBatch, { body });
      const [first, second] = [await Person.signedUp(system), await Person.signedUp(system)];
      await first.expect(identityRoutes.approveAssessor, { body: { passkey: secrets[0]!.secret } });
      const refusal = { status: 403, body: { message: 'Incorrect passkey. Please try again.' } };
      const tried = (passkey: string) => second.call(identityRoutes.approveAssessor, { body: { passkey } });
      expect(await tried(secrets[0]!.secret)).toMatchObject(refusal);
      const revoke = { params: { name }, body: { reason: 'the party is over' } };
      await kim.expect(identitySupportRoutes.revokePasskeyBatch, revoke);
      expect(await tried(secrets[1]!.secret)).toMatchObject(refusal);
      const shown = await kim.expect(identitySupportRoutes.getPasskeyBatch, { params: { name } });
      expect(shown).toMatchObject({ batch: { used: 1, revoked: 1 }, passkeys: [{ usedBy: first.userId }, {}] });
      const { entries } = await kim.expect(identitySupportRoutes.listAuditLog, { query: { limit: '20' } });
      expect(entries.filter(({ targets }) => targets.includes(name)).map(({ call }) => call)).toEqual([
        'getPasskeyBatch',
        'revokePasskeyBatch',
        'addPasskeyBatch',
      ]);
      expect(JSON.stringify([shown, entries])).not.toContain(secrets[0]!.secret);
    });

    it('is put down with whose accounts it saw, why, and what it was refused; never with an address', async () => {
      const headers = { authorization: `Bearer ${kim.token}`, 'x-reason': 'she wrote to us' };
      const q = encodeURIComponent(person.email);
      expect((await fetch(`${system.baseUrl}/api/support/accounts?q=${q}`, { headers })).status).toBe(200);
      expect((await fetch(`${system.baseUrl}/api/support/accounts?limit=0`, { headers })).status).toBe(400);
      const { entries } = await kim.expect(identitySupportRoutes.listAuditLog, { query: { limit: '3' } });
      const found = {
        ...{ call: 'findAccounts', userId: kim.userId, targets: [person.userId], reason: 'she wrote to us' },
        outcome: { status: 200, code: null },
      };
      expect(entries).toMatchObject([
        { call: 'findAccounts', message: null, targets: [], outcome: { status: 400, code: 'VALIDATION_FAILED' } },
        { message: 'tokens.getBalances', ...found },
        { message: 'identity.findAccounts', ...found },
      ]);
      expect(JSON.stringify(entries)).not.toContain(person.email);
    });

    it('is listed page by page over all services, each entry once', async () => {
      const { userId } = person;
      await Promise.all([
        ask(kim, 1),
        ask(lee, 2),
        kim.call(supportTraceRoutes.searchEverything, { query: { q: userId } }),
      ]);
      const seen: { entryId: string; message?: string | null | undefined; at: string }[] = [];
      let cursor: string | null | undefined;
      // Each page that is read is entered itself, before those that were there.
      while (cursor !== null && seen.length < 24) {
        const query = { limit: '4', ...(cursor && { cursor }) };
        const page = await kim.expect(identitySupportRoutes.listAuditLog, { query });
        expect(page.entries.length).toBeLessThanOrEqual(4);
        seen.push(...page.entries);
        cursor = page.nextCursor;
      }
      expect(new Set(seen.map(({ entryId }) => entryId)).size).toBe(seen.length);
      expect(seen.map(({ at }) => at)).toEqual(
        seen
          .map(({ at }) => at)
          .sort()
          .reverse(),
      );
      const messages = seen.slice(0, 8).map(({ message }) => message);
      expect(messages).toEqual(
        expect.arrayContaining([
          ...['identity.findThings', 'photos.findThings', 'assessments.findThings', 'tokens.findThings'],
          ...['identity.findAccounts', 'tokens.requestCorrection'],
        ]),
      );
    });

    it('is refused to everybody else', async () => {
      for (const route of [
        identitySupportRoutes.findAccounts,
        identitySupportRoutes.listFeedback,
        identitySupportRoutes.listAuditLog,
        identitySupportRoutes.listPasskeys,
        identitySupportRoutes.addPasskey,
        identitySupportRoutes.revokePasskey,
        identitySupportRoutes.addPasskeyBatch,
      ]) {
        const sent = { params: { name: 'tests' }, query: { q: 'a' } };
        expect((await person.call(route, sent)).status).toBe(403);
        expect((await new Person(system).call(route, sent)).status).toBe(401);
      }
    });
  });
