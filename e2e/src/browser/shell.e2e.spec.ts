import { photosRoutes } from '@candid/contracts';
import { eventually, Person, supportAgent, twoPhonePictures } from '@candid/testing';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { portrait } from '../screens/pictures.js';
import { phone, shot } from './browser.js';
import { installed } from './page-acts.js';
import { rewritingProxy } from './rewriting-proxy.js';
import { openAs } from './session.js';
import { useStage } from './stage.js';

const stage = useStage('shell');

async function ownerWithPhotos(): Promise<Person> {
  const owner = await Person.signedUp(stage.system);
  await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(await twoPhonePictures()) });
  return owner;
}

const kept = (page: Page): Promise<string[]> =>
  page.evaluate(`(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  })()`);

it('the app can be installed: a manifest with icons, a worker that is revalidated each time', async () => {
  const page = await fetch(`${stage.system.baseUrl}/landing`).then((answer) => answer.text());
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials">');
  expect(page).toContain('rel="apple-touch-icon"');
  const answer = await fetch(`${stage.system.baseUrl}/manifest.webmanifest`);
  expect(answer.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await answer.json()) as {
    name: string;
    start_url: string;
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  expect(manifest).toMatchObject({ name: 'Candid', id: '/', start_url: '/profile', display: 'standalone' });
  expect(manifest).toMatchObject({
    share_target: { action: '/share', method: 'POST', params: { files: [{ name: 'photos' }] } },
  });
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ]);
  for (const { src } of manifest.icons) {
    const icon = await fetch(new URL(src, `${stage.system.baseUrl}/`));
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png']);
  }
  const worker = await fetch(`${stage.system.baseUrl}/sw.js`);
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  expect(worker.headers.get('content-type')).toContain('javascript');
});

it('the answer with a page names the files of the page', async () => {
  const answer = await fetch(`${stage.system.baseUrl}/profile`);
  const files = (answer.headers.get('link') ?? '').split(', ').map((link) => /<([^>]+)>/.exec(link)?.[1] ?? '');
  expect(files.some((file) => file.includes('profile.page'))).toBe(true);
  for (const file of files) expect((await fetch(`${stage.system.baseUrl}${file}`)).status).toBe(200);
});

it('the app opens without a connection, says what waits for it, and goes on by itself when it is back', async () => {
  const owner = await ownerWithPhotos();
  const { page, context, errors } = await stage.phone({ serviceWorkers: 'allow' });
  await openAs(page, owner, '/profile');
  await page.getByRole('button', { name: 'Skip' }).click();
  await installed(page);
  await context.setOffline(true);
  const banner = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await banner.getByText('Photos and results cannot be loaded or changed until you are connected.').waitFor();
  await shot(page, 'shell-offline');
  await page.reload();
  await banner.waitFor();
  await shot(page, 'shell-offline-reloaded');
  await page.getByRole('link', { name: 'Account' }).click();
  await banner.getByText('Your balance and settings cannot be loaded or changed until you are connected.').waitFor();
  await page.goto('/privacy-policy');
  await banner.getByText('This page can be read without a connection.').waitFor();
  await page.getByRole('heading', { name: 'Privacy', exact: false }).first().waitFor();
  await page.goto('/profile');
  await banner.waitFor();
  await context.setOffline(false);
  await page.getByText('You are online again.').waitFor();
  await page.getByRole('button', { name: 'Your photo, 0 of 4 assessors done' }).first().waitFor();
  await page.getByText('You are online again.').waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

/** Sends a file as the browser does when another app shares it with the installed app. */
async function share(page: Page, name: string): Promise<void> {
  const bytes = (await portrait(2, 1)).toString('base64');
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${bytes}'), (byte) => byte.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], '${name}', { type: 'image/jpeg' }));
    const form = Object.assign(document.createElement('form'), { action: '/share', method: 'post', enctype: 'multipart/form-data' });
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photos', files: transfer.files });
    form.append(input);
    document.body.append(form);
    form.submit();
  })()`);
}

it('a photo that another app shares is cropped and uploaded, and not kept', async () => {
  const owner = await ownerWithPhotos();
  const { page, errors } = await stage.phone({ serviceWorkers: 'allow' });
  await openAs(page, owner, '/profile');
  await page.getByRole('button', { name: 'Skip' }).click();
  await installed(page);
  await share(page, 'Zoë 1.jpg');
  const crop = page.getByRole('dialog', { name: 'Pinch and/or drag to crop' });
  await crop.waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect((await kept(page)).filter((path) => path.startsWith('/share'))).toEqual([]);
  await crop.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Photo uploaded').waitFor();
  expect(await owner.photos('unrated')).toHaveLength(1);
  expect(errors).toEqual([]);
});

it('the app keeps nothing of a person among the files on the device', async () => {
  const owner = await ownerWithPhotos();
  const { page, errors } = await stage.phone({ serviceWorkers: 'allow' });
  await openAs(page, owner, '/profile');
  await page.getByRole('button', { name: 'Skip' }).click();
  await installed(page);
  await page.reload();
  await page.getByRole('button', { name: 'Your photo, 0 of 4 assessors done' }).first().waitFor();
  const whileSignedIn = await kept(page);
  expect(whileSignedIn).toContain('/index.html');
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('**/login');
  for (const paths of [whileSignedIn, await kept(page)]) {
    expect(paths.filter((path) => path.startsWith('/api'))).toEqual([]);
    expect(paths.filter((path) => !/^\/(assets\/[^/]+|[\w-]+\.(html|svg|png|webmanifest))$/.test(path))).toEqual([]);
  }
  await page.goto('/profile');
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  const left = await page.evaluate('JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])');
  expect(left).not.toContain(owner.userId);
  expect(errors).toEqual([]);
});

it('the app offers a newer version, lets it in when asked to, and leaves an open assessment alone', async () => {
  const proxy = await rewritingProxy(stage.system.baseUrl);
  try {
    const { page } = await phone(stage.browser, proxy.url, { serviceWorkers: 'allow' });
    await openAs(page, await Person.approvedAssessor(stage.system), '/profile');
    await page.getByRole('button', { name: 'Skip' }).click();
    await installed(page);
    proxy.added.set('/sw.js', '\n// A later build.\n');
    await page.goto('/pay');
    const offer = page.getByRole('status').filter({ hasText: 'A new version of Candid is ready.' });
    await offer.getByRole('button', { name: 'Reload' }).waitFor();
    await shot(page, 'shell-update');
    await page.evaluate(
      `window.stillTheSamePage = true; history.pushState(null, '', '/testing/${crypto.randomUUID()}'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await offer.waitFor({ state: 'detached' });
    expect(await page.evaluate('window.stillTheSamePage')).toBe(true);
    await page.goto('/account');
    await offer.getByRole('button', { name: 'Later' }).click();
    await offer.waitFor({ state: 'detached' });
    await page.goto('/pay');
    const otherTab = await page.context().newPage();
    await otherTab.goto('/pay');
    const otherOffer = otherTab.getByRole('status').filter({ hasText: 'A new version of Candid is ready.' });
    await otherOffer.getByRole('button', { name: 'Reload' }).waitFor();
    await page.evaluate('window.stillTheSamePage = true');
    await Promise.all([page.waitForEvent('load'), offer.getByRole('button', { name: 'Reload' }).click()]);
    expect(await page.evaluate('window.stillTheSamePage')).toBeUndefined();
    await page.getByRole('heading', { name: 'Purchase Tokens' }).waitFor();
    const waiting = 'navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting)';
    // Chromium gives the old version five minutes to finish what it has begun.
    await eventually(async () => expect(await page.evaluate(waiting)).toBeNull(), { withinMs: 6 * 60_000 });
    // The first tab has activated the new version, but this tab still runs the old one.
    await Promise.all([otherTab.waitForEvent('load'), otherOffer.getByRole('button', { name: 'Reload' }).click()]);
    await otherOffer.waitFor({ state: 'detached' });
  } finally {
    await proxy.close();
  }
});

it('the app reloads a page once when a part of it does not come', async () => {
  const { page, context } = await stage.phone();
  await openAs(page, await Person.signedUp(stage.system), '/profile');
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.evaluate('window.stillTheSamePage = true');
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await context.route('**/assets/account.page-*.js', (route) => (loads === 0 ? route.abort() : route.continue()));
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Log Out' }).waitFor();
  expect(await page.evaluate('window.stillTheSamePage')).toBeUndefined();
  expect(loads).toBe(1);
});

it('the app shows a page with its styles although each style sheet of its parts failed once', async () => {
  const { page, context, errors } = await stage.phone({ viewport: { width: 1280, height: 800 }, hasTouch: false });
  const failed = new Set<string>();
  // If the preload header is missing, the browser requests each file only when the code that needs the file runs.
  await context.route('**/support', async (route) => {
    const response = await route.fetch();
    const { link: _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  const ofPage = await fetch(`${stage.system.baseUrl}/support`).then((answer) => answer.text());
  await context.route('**/assets/*.css', (route) => {
    const { pathname } = new URL(route.request().url());
    if (ofPage.includes(pathname) || failed.has(pathname)) return route.continue();
    failed.add(pathname);
    return route.abort();
  });
  await openAs(page, await supportAgent(stage.system), '/support');
  await page.getByRole('heading', { name: 'Search' }).waitFor();
  const loaded = await page.evaluate('[...document.styleSheets].map(({ href }) => href && new URL(href).pathname)');
  expect(failed.size).toBeGreaterThan(0);
  expect([...failed].filter((path) => !(loaded as string[]).includes(path))).toEqual([]);
  expect(errors).toEqual([]);
});

it('the app says what happened when a part still does not come, keeps the navigation and opens it on request', async () => {
  const { page, context } = await stage.phone();
  await openAs(page, await Person.signedUp(stage.system), '/profile');
  await page.getByRole('button', { name: 'Skip' }).click();
  await context.route('**/assets/account.page-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor();
  await page.getByText('Nothing is lost. Please try again.').waitFor();
  await shot(page, 'shell-not-loaded');
  await page.getByRole('link', { name: 'My Photos' }).click();
  await page.getByRole('heading', { name: 'My Photos' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor();
  await context.unroute('**/assets/account.page-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Log Out' }).waitFor();
});
