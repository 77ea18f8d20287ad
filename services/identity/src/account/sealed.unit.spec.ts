import { randomUUID } from 'node:crypto';
import { listBirthBands } from '@candid/contracts';
import { specify } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import { newPersonalKey } from '../kernel/secrets.js';
import type { AccountEvent } from './account.js';
import { accountDecider } from './decide.js';
import { lookingForDocument, selfDescriptionDocument } from './sealed.js';

const given = specify(accountDecider);
const userId = randomUUID();
const key = newPersonalKey();
const at = '2026-03-01T10:00:00.000Z';

const registered: AccountEvent = {
  type: 'UserRegistered',
  data: { userId, country: null, hasWelcomeGrant: true, registeredAt: at },
};

describe('a sealed choice', () => {
  const described: AccountEvent = { type: 'SelfDescriptionChosen', data: { selfDescription: 'sealed' } };
  const sought: AccountEvent = { type: 'LookingForChosen', data: { lookingFor: 'sealed' } };

  it('is an event, but not if it stays the same', () => {
    given([registered]).when({ type: 'ChooseSelfDescription', selfDescription: 'sealed' }).then([described]);
    given([registered, described]).when({ type: 'ChooseSelfDescription', selfDescription: 'sealed' }).then([]);
    given([registered]).when({ type: 'ChooseSelfDescription', selfDescription: null }).then([]);
    given([registered]).when({ type: 'ChooseLookingFor', lookingFor: 'sealed' }).then([sought]);
    given([registered, sought]).when({ type: 'ChooseLookingFor', lookingFor: 'sealed' }).then([]);
    given([registered]).when({ type: 'ChooseLookingFor', lookingFor: null }).then([]);
  });

  it('concerns neither the other one nor the country', () => {
    given([registered, sought]).when({ type: 'ChooseSelfDescription', selfDescription: 'sealed' }).then([described]);
    given([registered, described]).when({ type: 'ChooseLookingFor', lookingFor: 'sealed' }).then([sought]);
  });

  it('is refused for an account that is deleted', () => {
    const deleted: AccountEvent = { type: 'AccountDeleted', data: { deletedAt: at, eraseAt: at } };
    for (const command of [
      { type: 'ChooseSelfDescription', selfDescription: 'sealed' },
      { type: 'ChooseLookingFor', lookingFor: 'sealed' },
    ] as const) {
      given([registered, deleted]).when(command).then('NOT_FOUND');
    }
  });
});

describe('a sealed document', () => {
  const anybody = lookingForDocument.open(null, key, userId);

  it('has its defaults before anything is chosen, and without its key', () => {
    expect(anybody).toEqual({ gender: 'All', relationshipType: 'Either', ageFrom: null, ageTo: null });
    const stored = lookingForDocument.seal({ ...anybody, ageFrom: 30 }, null, key, userId);
    expect(lookingForDocument.open(stored, key, userId)).toEqual({ ...anybody, ageFrom: 30 });
    expect(lookingForDocument.open(stored, undefined, userId)).toEqual(anybody);
  });

  it('changes part by part: undefined leaves one, null takes it back', () => {
    const chosen = lookingForDocument.change(anybody, { gender: 'Woman', ageFrom: 30, ageTo: undefined });
    expect(chosen).toEqual({ ...anybody, gender: 'Woman', ageFrom: 30 });
    expect(lookingForDocument.change(chosen, { gender: null, ageTo: 40 })).toEqual({
      ...anybody,
      ageFrom: 30,
      ageTo: 40,
    });
  });

  it('keeps its seal while it says the same', () => {
    expect(lookingForDocument.seal(anybody, null, key, userId)).toBeNull();
    const stored = lookingForDocument.seal({ ...anybody, gender: 'Man' }, null, key, userId);
    expect(lookingForDocument.seal({ ...anybody, gender: 'Man' }, stored, key, userId)).toBe(stored);
    expect(lookingForDocument.seal(anybody, stored, key, userId)).toMatch(/^sealed\.1\./);
  });

  it('has a seal of one length, whatever is in it', () => {
    const lengths = new Set<number>();
    for (const gender of ['Man', 'Woman', 'Another', null] as const)
      for (const bornFrom of [1920, null])
        for (const interestedIn of ['Men', 'Women', 'All', null] as const) {
          const before = selfDescriptionDocument.seal(
            { gender: 'Man', interestedIn: 'All', bornFrom: 2000 },
            null,
            key,
            userId,
          );
          lengths.add(selfDescriptionDocument.seal({ gender, interestedIn, bornFrom }, before, key, userId)!.length);
        }
    for (const gender of ['Man', 'Woman'] as const)
      for (const relationshipType of ['Serious', 'Casual', 'Either'] as const)
        for (const age of [18, null])
          lengths.add(
            lookingForDocument.seal({ gender, relationshipType, ageFrom: age, ageTo: age }, null, key, userId)!.length,
          );
    expect(lengths.size).toBe(1);
  });
});

describe('the years of birth', () => {
  it('come in bands of five, down from the last in which an adult was born', () => {
    const bands = listBirthBands(new Date('2026-11-27T00:00:00Z'));
    expect(bands.slice(0, 2)).toEqual([2005, 2000]);
    expect(bands.at(-1)).toBe(1920);
    expect(listBirthBands(new Date('2027-12-31T00:00:00Z'))[0]).toBe(2005);
    expect(listBirthBands(new Date('2028-01-01T00:00:00Z'))[0]).toBe(2010);
  });
});
