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
