/**
 * @jest-environment jsdom
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { sessionStore } from './session-store';

afterEach(() => localStorage.clear());

describe('the deletion of an account', () => {
  it('leaves nothing about the person in the browser, and what others left', () => {
    sessionStore.signIn({ token: 'token', userId: 'mia' });
    const ofMia = ['draft:mia:test', 'ratingsSeen:mia', 'decisionsRead:mia', 'retakes:mia', 'firstResultsSeen:mia'];
    for (const key of [...ofMia, 'draft:ann:test', 'colourScheme']) localStorage.setItem(key, '{}');
    sessionStorage.setItem('availableTests', '[]');
    sessionStore.forgetPerson();
    expect(Object.keys(localStorage).sort()).toEqual(['colourScheme', 'draft:ann:test']);
    expect(sessionStorage).toHaveLength(0);
    expect(sessionStore.current().session).toBeNull();
  });
});
