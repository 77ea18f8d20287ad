import { pathToFileURL } from 'node:url';
import { fromRoot } from '../../paths.mjs';

const ofTokens = (...file) => import(pathToFileURL(fromRoot('services', 'tokens', 'dist', ...file)).href);

/** What the tokens service derives from its events is computed here by its own code. */
export const { transferIdOf } = await ofTokens('ledger', 'transfer.js');
export const { headOfChain, linkOf } = await ofTokens('chain', 'chain.js');
export const { lineOf, postingsPerSnapshot } = await ofTokens('snapshots', 'snapshots.sql.js');
