import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identityRoutes as routes } from '@candid/contracts';
import { Person, type SharedSystem } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { resetTokenOf } from '../people/reset-mail.js';

const NEW_PASSWORD = 'Better-horse-10';
const REQUESTED = 'If an account exists with this email, you will receive a password reset link shortly.';
const INVALID = 'Invalid or expired password reset link. Please request a new one.';

/** Defines the tests of the password reset. The spec file joins or starts the system. */
export const describePasswordReset = (started: () => SharedSystem): void =>
  describe('resetting a password over HTTP', () => {
    let system: SharedSystem;
    beforeAll(() => {
      system = started();
    });

    let person: Person;
    let token: string;

    it('answers the same for an address with an account and one without', async () => {
      person = await Person.signedUp(system);
      const nobody = new Person(system);
      const [known, unknown] = await Promise.all(
        [person, nobody].map(({ email }) => nobody.call(routes.requestPasswordReset, { body: { email } })),
      );
      expect(known).toEqual({ status: 200, body: { success: true, message: REQUESTED } });
      expect(unknown).toEqual(known);
    });

    it('mails a link to the owner that names its address masked', async () => {
      token = await resetTokenOf(person);
      const visitor = new Person(system);
      expect(await visitor.expect(routes.validatePasswordReset, { params: { token } })).toEqual({
        success: true,
        valid: true,
        email: 'p***@people.example',
      });
      for (const wrong of ['unknown', `${token}x`, '%', "' or 1=1"]) {
        expect(await visitor.expect(routes.validatePasswordReset, { params: { token: wrong } })).toEqual({
          success: true,
          valid: false,
        });
      }
    });

    it('names what a password lacks, in the words of the product', async () => {
      const body = { token, newPassword: 'short' };
      expect(await new Person(system).call(routes.resetPassword, { body })).toMatchObject({
        status: 400,
        body: {
          code: 'VALIDATION_FAILED',
          message: 'Password must contain at least 8 characters, an uppercase letter, a number, a special character',
        },
      });
    });

    it('takes one of two at once, and ends every session', async () => {
      const elsewhere = await new Person(system, person.email, person.password).logIn();
      const body = { token, newPassword: NEW_PASSWORD };
      const answers = await Promise.all([1, 2].map(() => new Person(system).call(routes.resetPassword, { body })));
      answers.sort((a, b) => a.status - b.status);
      expect(answers).toMatchObject([
        {
          status: 200,
          body: { message: 'Password successfully reset. You can now log in with your new password.' },
        },
        { status: 400, body: { code: 'RESET_TOKEN_INVALID', message: INVALID } },
      ]);
      for (const session of [person, elsewhere])
        expect(await session.call(routes.refresh)).toMatchObject({ status: 401 });
      expect(await new Person(system).expect(routes.validatePasswordReset, { params: { token } })).toMatchObject({
        valid: false,
      });
    });

    it('logs in with the new password alone', async () => {
      const { email, password } = person;
      expect(await new Person(system).call(routes.logIn, { body: { email, password } })).toMatchObject({ status: 401 });
      const returned = await new Person(system, email, NEW_PASSWORD).logIn();
      expect(returned.userId).toBe(person.userId);
    });

    it('keeps a link valid after the next request', async () => {
      const owner = await Person.signedUp(system);
      await owner.expect(routes.requestPasswordReset, { body: { email: owner.email } });
      const first = await resetTokenOf(owner);
      await owner.expect(routes.requestPasswordReset, { body: { email: owner.email } });
      await owner.expect(routes.resetPassword, { body: { token: first, newPassword: NEW_PASSWORD } });
    });

    it('leaves no link in any log', async () => {
      const folder = join(system.dataDirectory, 'logs');
      const logs = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
      expect(logs.length).toBeGreaterThan(5);
      for (const log of logs) {
        expect(log).not.toContain(token);
        expect(log).not.toContain(person.email);
      }
    });
  });
