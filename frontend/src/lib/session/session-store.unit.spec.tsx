/**
 * @jest-environment jsdom
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { sessionStore } from './session-store';

afterEach(() => localStorage.clear());

const deletionDate = '2026-12-29T00:00:00.000Z';

describe('the deletion of an account', () => {
  it.each(['still signed in', 'expired'])(
    'leaves nothing about the person in the browser, and what others left (%s)',
    (how) => {
      sessionStore.signIn({ token: 'token', userId: 'mia' });
      if (how === 'expired') sessionStore.signOut('expired');
      const ofMia = ['draft:mia:test', 'ratingsSeen:mia', 'decisionsRead:mia', 'retakes:mia', 'firstResultsSeen:mia'];
      for (const key of [...ofMia, 'draft:ann:test', 'colourScheme']) localStorage.setItem(key, '{}');
      sessionStorage.setItem('availableTests', '[]');
      sessionStore.forgetPerson('mia', deletionDate);
      expect(Object.keys(localStorage).sort()).toEqual(['colourScheme', 'draft:ann:test']);
      expect(sessionStorage).toHaveLength(0);
      expect(sessionStore.current()).toEqual({
        session: null,
        approvedAssessor: false,
        ended: 'deleted',
        deletionDate,
      });
    },
  );

  it('leaves the session of who signed in afterwards', () => {
    sessionStore.signIn({ token: 'token', userId: 'ann' });
    sessionStore.forgetPerson('mia', deletionDate);
    expect(sessionStore.current().session?.userId).toBe('ann');
    sessionStore.signOut('logged-out');
  });
});
