import { PRODUCT } from '@candid/contracts';
import { groupDecider } from '../domain/group/decide.js';
import { ownerDecider } from '../domain/owner/decide.js';
import { raterDecider } from '../domain/rater-quality/decide.js';
import { raterPolicy } from '../domain/rater-quality/policy.js';
import { testDecider } from '../domain/test/decide.js';

/** The deciders with the product's constants. */
export const test = testDecider(PRODUCT);
export const group = groupDecider(PRODUCT);
export const owner = ownerDecider(PRODUCT);
export const rater = raterDecider(raterPolicy);
