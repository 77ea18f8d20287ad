import { GUIDELINES } from '@candid/contracts';
import { expect, it } from '@jest/globals';
import { ruleIds, ruleTexts } from './guidelines';

it('has the rules of the contract, in its words and its order', () => {
  expect(ruleIds.map((id) => ({ id, ...ruleTexts[id] }))).toEqual(GUIDELINES);
});
