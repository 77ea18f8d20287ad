import {
  accountRoutes,
  assessmentsRoutes,
  identityRoutes,
  ratersRoutes,
  supportDeadLettersRoutes,
  supportLedgerRoutes,
} from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { translated } from './server-texts-translated';

const thanks = { message: 'Thank you for your feedback.' };
const phrase = { phraseId: 27, phrase: 'Would make a good first photo', isScale: false, isHalf: 'right' };
const english = [{ id: 4, section: 'Vibe', quality: [phrase, { phraseId: 999, phrase: 'New' }] }];

describe('answers in the app of another language', () => {
  it.each([
    ratersRoutes.getRaterStanding,
    ratersRoutes.appealRaterStanding,
    accountRoutes.changePassword,
    identityRoutes.sendFeedback,
    supportLedgerRoutes.reconcile,
    supportLedgerRoutes.listReconciliations,
    supportDeadLettersRoutes.listDeadLetters,
  ])('have translated sentences: $id', async ({ id }) => {
    expect(await translated(thanks, id)).toEqual({ message: 'Danke für dein Feedback.' });
  });

  it('have translated sentences if they are refusals', async () => {
    expect(await translated(thanks)).toEqual({ message: 'Danke für dein Feedback.' });
    expect(await translated(undefined)).toBeUndefined();
  });

  it.each([assessmentsRoutes.fetchComments, assessmentsRoutes.fetchGeneralComments])(
    'have translated phrases, and the English of unknown ones: $id',
    async ({ id }) => {
      const { data } = await translated({ success: true, data: english }, id);
      const own = 'Wäre ein gutes erstes Foto';
      const text = 'Dieses Foto wäre ein gutes erstes Foto für ein Profil.';
      const words = { phrase: own, left: own, right: own, badText: text, goodText: text };
      expect(data).toEqual([
        { id: 4, section: 'Ausstrahlung', quality: [{ ...phrase, ...words }, english[0]!.quality[1]] },
      ]);
    },
  );

  it('stay as they are if people have written their texts', async () => {
    expect(await translated(thanks, accountRoutes.listOwnFeedback.id)).toBe(thanks);
  });
});
