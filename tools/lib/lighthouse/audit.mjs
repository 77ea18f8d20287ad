import lighthouse from 'lighthouse';

/** Lighthouse's own phone profile: a simulated slow 4G and a four times slower processor. */
const measured = { onlyCategories: ['performance', 'accessibility', 'best-practices'], maxWaitForLoad: 12_000 };
/**
 * Audits without measured times and without waiting for an idle processor. At its time limit, Lighthouse would close
 * the page but not end the wait, and the wait would then end the whole process.
 */
const untimed = {
  onlyCategories: ['accessibility', 'best-practices'],
  cpuQuietThresholdMs: 0,
  maxWaitForLoad: 6_000,
};

/**
 * Brings the browser into the state of a first visit: no cached files, no service worker. The entries of `session`, if
 * any, become the browser's local storage. Lighthouse must keep this storage, because the session would be lost otherwise.
 */
async function prepare(chromium, origin, session) {
  const browser = await chromium.connect();
  try {
    const page = await browser.contexts()[0].newPage();
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await protocol.send('Network.clearBrowserCache');
    // This document of the origin runs no script.
    await page.goto(`${origin}/icon.svg`);
    await page.evaluate((entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    }, session ?? {});
    await page.close();
  } finally {
    await browser.close();
  }
}

const failing = ({ audits }, { auditRefs }) =>
  auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
    .map(({ id }) => ({ id, title: audits[id].title, items: itemsOf(audits[id]) }));

const itemsOf = ({ details }) =>
  (details?.items ?? [])
    .slice(0, 5)
    .map((item) => item.node?.snippet ?? item.description ?? item.url ?? item.source ?? '');

/** Measures performance too, with a trace. Retries, because Lighthouse sometimes loses the beginning of the trace. */
async function measure(chromium, origin, page, retries = 2) {
  try {
    return await audit(chromium, origin, page, measured);
  } catch (error) {
    if (retries === 0) throw error;
    return measure(chromium, origin, page, retries - 1);
  }
}

async function audit(chromium, origin, { path, session }, settings) {
  await prepare(chromium, origin, session);
  const { lhr } = await lighthouse(`${origin}${path}`, {
    port: chromium.port,
    output: 'json',
    logLevel: 'error',
    // The settings limit the wait for the load, because the stream of live updates never ends.
    ...settings,
    disableStorageReset: true,
  });
  if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
  const score = (name) => (lhr.categories[name] ? Math.round(lhr.categories[name].score * 100) : undefined);
  const figure = (name) => lhr.audits[name]?.numericValue ?? 0;
  return {
    path,
    shown: new URL(lhr.finalDisplayedUrl).pathname,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcpMs: Math.round(figure('largest-contentful-paint')),
    tbtMs: Math.round(figure('total-blocking-time')),
    cls: Number(figure('cumulative-layout-shift').toFixed(3)),
    failures: untimed.onlyCategories.flatMap((name) => failing(lhr, lhr.categories[name])),
    report: lhr,
  };
}

const byPerformance = (one, other) => one.performance - other.performance;

/** Returns the scores of a page for accessibility and best practices, without performance. */
export const checkPage = (chromium, origin, page) => audit(chromium, origin, page, untimed);

/** Returns the run with the median performance. The other scores are the lowest of all runs. */
export async function auditPage(chromium, origin, page, runs) {
  const results = [];
  while (results.length < runs) results.push(await measure(chromium, origin, page));
  const median = results.toSorted(byPerformance)[Math.floor(runs / 2)];
  const lowest = (name) => Math.min(...results.map((result) => result[name]));
  return { ...median, accessibility: lowest('accessibility'), bestPractices: lowest('bestPractices') };
}
