import { pathToFileURL } from 'node:url';
import { fromRoot } from '../../paths.mjs';

const ofTokens = (...file) => import(pathToFileURL(fromRoot('services', 'tokens', 'dist', ...file)).href);

/** The tokens service's own code computes the data that it derives from its events. */
export const { transferIdOf } = await ofTokens('ledger', 'transfer.js');
export const { headOfChain, linkOf } = await ofTokens('chain', 'chain.js');
export const { lineOf, postingsPerSnapshot } = await ofTokens('snapshots', 'snapshots.sql.js');
