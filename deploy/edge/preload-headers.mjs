/**
 * Writes Caddy's configuration of the `link` header of each page, from the file list that the app's build writes. With
 * the header, a browser requests all files of a page at once. The gateway sends the same header when it serves the app.
 *
 *   node preload-headers.mjs app/preloads.json preloads.caddy
 */
import { readFileSync, writeFileSync } from 'node:fs';

const [from, to] = process.argv.slice(2);

/** The app loads scripts and styles with `crossorigin`; a preload without it would be fetched a second time. */
const linkTo = (file) =>
  file.endsWith('.css') ? `<${file}>; rel=preload; as=style; crossorigin` : `<${file}>; rel=modulepreload; crossorigin`;

const pages = Object.entries(JSON.parse(readFileSync(from, 'utf8'))).filter(([, files]) => files.length > 0);
const lines = pages.map(([page, files]) => {
  // The page at the root has no name.
  const paths = page === '' ? '/' : `/${page} /${page}/*`;
  const name = `@page-${page === '' ? 'root' : page}`;
  return `${name} path ${paths}\nheader ${name} Link "${files.map(linkTo).join(', ')}"\n`;
});
writeFileSync(to, lines.join(''));
