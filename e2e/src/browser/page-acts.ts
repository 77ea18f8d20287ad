import type { Page, Request } from 'playwright-core';

/** Waits for this exact text. */
export const reads = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).first().waitFor();

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Waits until the service worker has stored the app's files and controls this page. */
export const installed = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((done) => {
    if (navigator.serviceWorker.controller) done();
    navigator.serviceWorker.addEventListener('controllerchange', () => done());
  })`);

/** Answers face searches with no result, so that each crop starts in the middle. Returns the live list of requests. */
export async function withoutFaces(page: Page): Promise<readonly Request[]> {
  const requests: Request[] = [];
  await page.route('**/api/find-face', (route) => {
    requests.push(route.request());
    return route.fulfill({ json: { success: true, faces: null, crop: null } });
  });
  return requests;
}
