import type { Page, Route } from 'playwright-core';

/** The text is there, to the letter. */
export const reads = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).first().waitFor();

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Answers a route as a server that refuses and says why. */
export const refuse = (message: string) => (route: Route) =>
  route.fulfill({ status: 400, json: { success: false, code: 'VALIDATION_FAILED', message, error: message } });

/** Answers a route as a server that breaks without a word. */
export const breakDown = (route: Route): Promise<void> => route.fulfill({ status: 500, body: 'out of order' });

/** Answers the face search without a result, so that each crop starts in the middle. */
export const withoutFaces = (page: Page) =>
  page.route('**/api/find-face', (route) => route.fulfill({ json: { success: true, faces: null, crop: null } }));
