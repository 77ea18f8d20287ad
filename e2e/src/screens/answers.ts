import type { Page } from 'playwright-core';

/** An API path of the app, such as `login` or `cameraroll-photos-*&#47;*`, with whatever query. */
const api = (path: string) => new RegExp(`/api/${path.replaceAll('*', '[^/?]+')}(\\?.*)?$`);

/** Never answered: what the person sees while waiting. */
export const stalled = (page: Page, path: string) => page.route(api(path), () => undefined);

/** No connection for these calls. */
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

/** The server's own answer with something else in it. */
export const altered = (page: Page, path: string, change: (answer: unknown) => unknown) =>
  page.route(api(path), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
