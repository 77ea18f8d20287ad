import { describe, expect, it } from '@jest/globals';
import { identityRoutes as routes } from './identity.js';

/** Returns the messages that people see for an invalid body. */
function saidOf(route: { body: { safeParse: (body: unknown) => any } }, body: unknown): string | undefined {
  const parsed = route.body.safeParse(body);
  return parsed.success ? undefined : parsed.error.issues.map((issue: { message: string }) => issue.message).join('|');
}

describe('the texts of the identity calls', () => {
  const email = 'Please enter a valid email address.';
  const code = { email: 'mia@example.org', password: 'Correct horse!', signupCode: 'code' };

  it.each([
    ['no address', routes.requestSignupCode, {}, email],
    ['an address of another type', routes.requestSignupCode, { email: 7 }, email],
    ['an endless address', routes.requestPasswordReset, { email: `${'a'.repeat(300)}@example.org` }, email],
    ['no feedback', routes.sendFeedback, {}, 'Please enter some feedback.'],
    ['endless feedback', routes.sendFeedback, { feedback: 'x '.repeat(100_001) }, 'Feedback cannot exceed 1000 words.'],
    ['somebody under 18', routes.signUp, { ...code, confirmAdult: false }, 'Please confirm that you are 18 or older.'],
    ['who says nothing of the age', routes.signUp, code, 'Please confirm that you are 18 or older.'],
    ['a log-in without anything, which the service answers', routes.logIn, {}, undefined],
  ])('speak of %s', (_, route, body, said) => {
    expect(saidOf(route as never, body)).toBe(said);
  });
});
