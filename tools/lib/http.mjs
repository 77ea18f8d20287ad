import { createRequire } from 'node:module';

/** An import of `node:http` also loads what `fetch` needs, which takes a process a tenth of a second. */
export const http = createRequire(import.meta.url)('node:http');
