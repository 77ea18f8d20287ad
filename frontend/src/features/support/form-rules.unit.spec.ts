import { identitySupportRoutes, supportCorrectionsRoutes } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import {
  batchCountProblem,
  batchDaysProblem,
  batchNameProblem,
  passkeyNameProblem,
  reasonProblem,
  ticketLengthMax,
  tokensProblem,
} from './form-rules';

describe('a correction', () => {
  it.each(['1', '15', '100000'])('takes %s tokens', (tokens) => expect(tokensProblem(tokens)).toBe(true));

  it.each(['', '0', '-5', '1.5', '100001', 'ten', '1e3'])('does not take "%s"', (tokens) =>
    expect(tokensProblem(tokens)).toBe('Enter a whole number from 1 to 100,000.'),
  );

  it('wants a reason that says something', () => {
    expect(reasonProblem('counted twice')).toBe(true);
    expect(reasonProblem('   ')).not.toBe(true);
    expect(reasonProblem('x'.repeat(501))).not.toBe(true);
  });
});

describe('the limits of a form', () => {
  const correction = { userId: '11111111-1111-4111-8111-111111111111', amount: 1, reason: 'r' };
  const batch = { name: 'n', count: 1, validDays: 1, reason: 'r' };
  const corrects = (more: object) => accepts(supportCorrectionsRoutes.requestCorrection, { ...correction, ...more });
  const makes = (more: object) => accepts(identitySupportRoutes.addPasskeyBatch, { ...batch, ...more });
  const adds = (name: string) => accepts(identitySupportRoutes.addPasskey, { name });
  const accepts = ({ body }: { body: { safeParse: (body: object) => { success: boolean } } }, sent: object) =>
    body.safeParse(sent).success;

  it.each([0, 1, 100_000, 100_001])('agree with the contract on %s tokens', (amount) =>
    expect(tokensProblem(String(amount)) === true).toBe(corrects({ amount })),
  );

  it.each([0, 1, 500, 501])('agree with the contract on a reason of %s characters', (length) =>
    expect(reasonProblem('r'.repeat(length)) === true).toBe(corrects({ reason: 'r'.repeat(length) })),
  );

  it('agree with the contract on a ticket', () => {
    expect(corrects({ ticket: 't'.repeat(ticketLengthMax) })).toBe(true);
    expect(corrects({ ticket: 't'.repeat(ticketLengthMax + 1) })).toBe(false);
  });

  it.each(['', 'n', 'n'.repeat(60), 'n'.repeat(61), 'n'.repeat(64), 'n'.repeat(65), 'a b'])(
    'agree with the contract on the name "%s"',
    (name) => {
      expect(batchNameProblem(name) === true).toBe(makes({ name }));
      expect(passkeyNameProblem(name) === true).toBe(adds(name));
    },
  );

  it.each([0, 1, 100, 101, 365, 366])('agree with the contract on %s passkeys and days', (number) => {
    expect(batchCountProblem(String(number)) === true).toBe(makes({ count: number }));
    expect(batchDaysProblem(String(number)) === true).toBe(makes({ validDays: number }));
  });
});
