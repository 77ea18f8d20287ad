import lighthouse from 'lighthouse';

/** Lighthouse's own phone profile: a simulated slow 4G and a four times slower processor. */
const measured = { onlyCategories: ['performance', 'accessibility', 'best-practices'], maxWaitForLoad: 12_000 };
/**
 * Only what does not depend on time. Lighthouse must not wait for a quiet processor: when its time is up, it closes the page
 * without ending that wait, which then stops the whole process.
 */
const untimed = {
  onlyCategories: ['accessibility', 'best-practices'],
  cpuQuietThresholdMs: 0,
  maxWaitForLoad: 6_000,
};

/**
 * Brings the browser into the state of a first visit: no cached file, no service worker, and signed in as `session`
 * (what its browser has stored) or as nobody. Lighthouse must leave it so, for it would throw the session away.
 */
async function prepare(chromium, origin, session) {
  const browser = await chromium.connect();
  try {
    const page = await browser.contexts()[0].newPage();
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await protocol.send('Network.clearBrowserCache');
    // A document of the origin that runs no script.
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

/** With a trace, which only speed needs: Lighthouse sometimes loses its beginning and asks to be run again. */
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
    // The stream of live updates never ends, and Lighthouse would wait for it: hence a limit in the settings.
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

/** The accessibility and best practices of a page, without its speed. */
export const checkPage = (chromium, origin, page) => audit(chromium, origin, page, untimed);

/** The run with the median performance; the lowest of the other scores among all runs. */
export async function auditPage(chromium, origin, page, runs) {
  const results = [];
  while (results.length < runs) results.push(await measure(chromium, origin, page));
  const median = results.toSorted(byPerformance)[Math.floor(runs / 2)];
  const lowest = (name) => Math.min(...results.map((result) => result[name]));
  return { ...median, accessibility: lowest('accessibility'), bestPractices: lowest('bestPractices') };
}
