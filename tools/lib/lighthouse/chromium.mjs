import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { startChild } from '../processes/child.mjs';

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
  const connect = () => chromium.connectOverCDP(`http://127.0.0.1:${port}`);
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
