import type { Page } from 'playwright-core';

/** Matches an API path of the app, such as `login` or `cameraroll-photos-*&#47;*`, with any query. */
const api = (path: string) => new RegExp(`/api/${path.replaceAll('*', '[^/?]+')}(\\?.*)?$`);

/** Never answers these calls, so that the page shows its waiting state. */
export const stalled = (page: Page, path: string) => page.route(api(path), () => undefined);

/** Aborts these calls as if there were no connection. */
export const unreachable = (page: Page, path: string) => page.route(api(path), (route) => route.abort());

export const answered = (page: Page, path: string, json: unknown, status = 200) =>
  page.route(api(path), (route) => route.fulfill({ status, json }));

export const refused = (
  page: Page,
  path: string,
  status = 500,
  code = 'INTERNAL',
  message = 'An error occurred. Please try again.',
) => answered(page, path, { success: false, code, message, error: message }, status);

/** Fetches the server's answer and changes it. `lastPart` is the last part of the call's path, such as an id. */
export const altered = (page: Page, path: string, change: (answer: unknown, lastPart: string) => unknown) =>
  page.route(api(path), async (route) => {
    const response = await route.fetch();
    const lastPart = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    await route.fulfill({ response, json: change(await response.json(), lastPart) });
  });
