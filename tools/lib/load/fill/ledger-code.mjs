import { pathToFileURL } from 'node:url';
import { fromRoot } from '../../paths.mjs';

const ofTokens = (...file) => import(pathToFileURL(fromRoot('services', 'tokens', 'dist', ...file)).href);

/** What the tokens service derives from its events is computed here by its own code. */
export const { transferIdOf } = await ofTokens('ledger', 'transfer-id.js');
export const { headOfChain } = await ofTokens('chain', 'extend-chain.js');
export const { linkOf } = await ofTokens('chain', 'link.js');
export const { lineOf, postingsPerSnapshot } = await ofTokens('snapshots', 'trial-snapshots.sql.js');
