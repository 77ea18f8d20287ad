import { TextDecoder, TextEncoder } from 'node:util';

/** What browsers have and jsdom does not, though the router and the app need it. */
globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;
globalThis.CSS ??= { escape: (text) => text.replace(/[^\w-]/g, '\\$&') };

// A page that is slow to come on a busy machine is waited for. Only a page that never comes fails a test.
if (globalThis.document) {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: 30_000 });
}
