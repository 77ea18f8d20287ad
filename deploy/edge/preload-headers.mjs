/**
 * Writes Caddy's configuration of the `link` header of each page and language, from the file lists that the app's builds
 * write. With the header, a browser requests all files of a page at once. The gateway sends the same header when it
 * serves the app.
 *
 *   node preload-headers.mjs app preloads.caddy
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [app, to] = process.argv.slice(2);

/** The app loads scripts and styles with `crossorigin`; a preload without it would be fetched a second time. */
const linkTo = (file) =>
  file.endsWith('.css') ? `<${file}>; rel=preload; as=style; crossorigin` : `<${file}>; rel=modulepreload; crossorigin`;

const headersOf = (language) => {
  const lists = JSON.parse(readFileSync(path.join(app, language, 'preloads.json'), 'utf8'));
  const pages = Object.entries(lists).filter(([, files]) => files.length > 0);
  return pages.map(([page, files]) => {
    // The page at the root has no name.
    const paths = page === '' ? '/' : `/${page} /${page}/*`;
    const name = `@page-${language}-${page === '' ? 'root' : page}`;
    const matcher = `${name} {\n\tpath ${paths}\n\tvars {language} ${language}\n}\n`;
    return `${matcher}header ${name} Link "${files.map(linkTo).join(', ')}"\n`;
  });
};
writeFileSync(to, readdirSync(app).flatMap(headersOf).join(''));
