#!/usr/bin/env bash
# playwright-core 1.64.1 and 1.65.1, Firefox ESR 153.8 of Debian 12.
# Guess: playwright-core drives a stock Firefox over WebDriver BiDi (channel moz-firefox), so the tests run in both browsers.
# Behaviour: 1.65.1 fails, because this Firefox does not know the command emulation.setMediaFeaturesOverride, which 1.65.1 sends
# for each new context. 1.64.1 works, but a download sends no event, a request has no body, and fill() does not change a
# controlled React input; typing does.
# Seen:
#   1.64.1: Firefox 153, canvas 200,30,60,255, body null, download no, filled "", typed "two"
#   1.65.1: Protocol error (emulation.setMediaFeaturesOverride): unknown command
set -euo pipefail
firefox=${FIREFOX:-$(command -v firefox-esr)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund react@19.2.0 react-dom@19.2.0 esbuild@0.25.10 \
  playwright-1.64@npm:playwright-core@1.64.1 playwright-1.65@npm:playwright-core@1.65.1
cat > page.js <<'JS'
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Field() {
  const [value, setValue] = useState('');
  window.known = value;
  return createElement('input', { value, onChange: (event) => setValue(event.target.value) });
}
createRoot(document.body).render(createElement(Field));
JS
npx esbuild page.js --bundle --outfile=page.bundle.js --log-level=error --define:process.env.NODE_ENV='"production"'
cat > drive.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const script = readFileSync('page.bundle.js');
const server = createServer((request, response) => {
  const isScript = request.url === '/page.js';
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
  response.end(isScript ? script : '<!doctype html><body></body><script src="/page.js"></script>');
}).listen(0);
const [version, executablePath] = process.argv.slice(2);
const { firefox } = (await import(`playwright-${version}`)).default;
const browser = await firefox.launch({ channel: 'moz-firefox', executablePath });
try {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const canvas = await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    context.fillStyle = '#c81e3c';
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].join();
  });
  const sent = page.waitForRequest('**/sent');
  await page.evaluate(() => fetch('/sent', { method: 'POST', body: 'hello' }).then(() => undefined));
  const body = (await sent).postData();
  const download = page.waitForEvent('download', { timeout: 3_000 }).then(() => 'yes', () => 'no');
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(new Blob(['x'])), download: 'x.txt' });
    link.click();
  });
  const field = page.locator('input');
  await field.fill('one');
  const filled = await page.evaluate('window.known');
  await page.reload();
  await field.pressSequentially('two');
  const typed = await page.evaluate('window.known');
  const major = browser.version().split('.')[0];
  console.log(`Firefox ${major}, canvas ${canvas}, body ${body}, download ${await download}, filled "${filled}", typed "${typed}"`);
} catch (error) {
  console.log(/Protocol error[^\n]*/.exec(error.message)?.[0] ?? error.message);
} finally {
  await browser.close();
  server.close();
}
JS
seen=$(for version in 1.64 1.65; do echo "$version.1: $(node drive.mjs "$version" "$firefox")"; done)
echo "$seen"
[ "$seen" = '1.64.1: Firefox 153, canvas 200,30,60,255, body null, download no, filled "", typed "two"
1.65.1: Protocol error (emulation.setMediaFeaturesOverride): unknown command' ]
