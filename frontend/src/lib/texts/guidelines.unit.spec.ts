import { GUIDELINES } from '@candid/contracts';
import { expect, it } from '@jest/globals';
import german from '../../../texts/de/guidelines.json' with { type: 'json' };
import { guidelines } from './guidelines';

it('shows the guidelines in the words of the mails, and in the same order in German', () => {
  expect(guidelines).toEqual(GUIDELINES);
  expect(Object.keys(german)).toEqual(GUIDELINES.map(({ id }) => id));
});
