import { Tokens } from './20261121000000-tokens.js';

/** In order; a released migration never changes. */
export const migrations = [Tokens];
