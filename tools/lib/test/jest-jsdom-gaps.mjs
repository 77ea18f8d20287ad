import { TextDecoder, TextEncoder } from 'node:util';

globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;
globalThis.CSS ??= { escape: (text) => text.replace(/[^\w-]/g, '\\$&') };

// The default timeout of one second is raised, because a busy machine may take longer to render.
if (globalThis.document) {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: 60_000 });
}
