import { Tokens } from './20261121000000-tokens.js';
import { RewardDays } from './20261126000000-reward-days.js';

/** In order; a released migration never changes. */
export const migrations = [Tokens, RewardDays];
