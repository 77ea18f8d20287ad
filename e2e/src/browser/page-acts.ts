import type { Page, Request } from 'playwright-core';

/** The text is there, to the letter. */
export const reads = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).first().waitFor();

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Answers the face search without a result, so that each crop starts in the middle. Resolves to its requests, also the later ones. */
export async function withoutFaces(page: Page): Promise<readonly Request[]> {
  const requests: Request[] = [];
  await page.route('**/api/find-face', (route) => {
    requests.push(route.request());
    return route.fulfill({ json: { success: true, faces: null, crop: null } });
  });
  return requests;
}
