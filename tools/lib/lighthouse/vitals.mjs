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
