import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import lighthouse from 'lighthouse';
import { chromium as playwright } from 'playwright-core';
import { startChild } from './processes/child.mjs';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
];

const closeLimitMs = 10_000;

/** Starts a separate browser, to which Lighthouse and Playwright connect by its debugging port. */
export async function startChromium() {
  const profile = mkdtempSync(path.join(tmpdir(), 'candid-lighthouse-'));
  const child = startChild({
    name: 'chromium',
    command: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'],
  });
  const line = await child.waitForLine(/DevTools listening on/);
  const port = Number(/ws:\/\/[^/]*:(\d+)\//.exec(line)[1]);
  const connect = () => playwright.connectOverCDP(`http://127.0.0.1:${port}`);
  /** Closes the browser by a command, because Debian's program is a script: a signal would end only the script. */
  const close = async () => {
    const session = await (await connect()).newBrowserCDPSession();
    await session.send('Browser.close').catch(() => undefined);
    await child.exited;
  };
  return {
    port,
    connect,
    stop: async () => {
      await Promise.race([close().catch(() => undefined), setTimeout(closeLimitMs, undefined, { ref: false })]);
      await child.stop();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

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

const network = { offline: false, latency: 100, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 };

const observe = `
  window.vitals = { lcp: 0, cls: 0, inp: 0 };
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) vitals.lcp = entry.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) vitals.cls += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.interactionId) vitals.inp = Math.max(vitals.inp, entry.duration); })
    .observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

/** Measures a first visit at 9 Mbit/s and 100 ms latency. INP is the slowest response to Tab, Enter and Escape. */
export async function measureVitals(chromium, origin, { path, session }) {
  const browser = await chromium.connect();
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const page = await context.newPage();
    await page.goto(`${origin}/icon.svg`);
    await page.evaluate((entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    }, session ?? {});
    const protocol = await context.newCDPSession(page);
    await protocol.send('Network.enable');
    await protocol.send('Network.clearBrowserCache');
    await protocol.send('Network.emulateNetworkConditions', network);
    await page.addInitScript(observe);
    await page.goto(`${origin}${path}`);
    await page.locator('main').first().waitFor();
    await page.waitForFunction(`performance.now() > 4000`).catch(() => page.waitForTimeout(4_000));
    for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Enter', 'Escape']) await page.keyboard.press(key);
    const { lcp, cls, inp } = await page.evaluate('new Promise((done) => setTimeout(() => done(vitals), 500))');
    await context.close();
    return { path, lcpMs: Math.round(lcp), cls: Number(cls.toFixed(3)), inpMs: Math.round(inp) };
  } finally {
    await browser.close();
  }
}
