import { accountRoutes, identityRoutes, ratersRoutes } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { translated } from './server-texts-translated';

const thanks = { message: 'Thank you for your feedback.' };

describe('answers in the app of another language', () => {
  it.each([
    ratersRoutes.getRaterStanding,
    ratersRoutes.appealRaterStanding,
    accountRoutes.changePassword,
    identityRoutes.sendFeedback,
  ])('have translated sentences: $id', async ({ id }) => {
    expect(await translated(thanks, id)).toEqual({ message: 'Danke für dein Feedback.' });
  });

  it('have translated sentences if they are refusals', async () => {
    expect(await translated(thanks)).toEqual({ message: 'Danke für dein Feedback.' });
    expect(await translated(undefined)).toBeUndefined();
  });

  it('stay as they are if people have written their texts', async () => {
    expect(await translated(thanks, accountRoutes.listOwnFeedback.id)).toBe(thanks);
  });
});
