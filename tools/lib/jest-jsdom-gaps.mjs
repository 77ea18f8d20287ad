import { TextDecoder, TextEncoder } from 'node:util';

/** What browsers have and jsdom does not, though the router and the app need it. */
globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;
globalThis.CSS ??= { escape: (text) => text.replace(/[^\w-]/g, '\\$&') };
