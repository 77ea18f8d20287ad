import { TextDecoder, TextEncoder } from 'node:util';

/** What browsers have and jsdom does not, though the router needs it. */
globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;
