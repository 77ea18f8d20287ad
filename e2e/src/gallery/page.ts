import { deviceNames, fileOf, type Shown, schemes } from './pictures.js';

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const anchor = (text: string) => encodeURIComponent(text);

const style = `
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #1f1a17; background: #efeae5; }
  nav { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 12px 24px; background: #fff; }
  section { padding: 8px 24px 32px; }
  figure { margin: 0 0 32px; }
  figcaption { margin-bottom: 8px; font-weight: 600; }
  .failed { color: #a8192c; font-weight: 400; white-space: pre-wrap; }
  .pictures { display: grid; grid-template-columns: 1fr 1fr 3fr 3fr; gap: 12px; align-items: start; }
  img { display: block; width: 100%; border-radius: 8px; background: #ddd6cf; }
`;

const sizes = { phone: 'width="390" height="844"', desktop: 'width="1280" height="800"' };

function figure(shown: Shown, problem: string | undefined): string {
  const pictures = deviceNames.flatMap((device) =>
    schemes.map((scheme) => {
      const src = `pictures/${fileOf(shown, device, scheme)}`;
      const alt = escaped(`${shown.screen}, ${shown.state.name}, ${device}, ${scheme}`);
      return `<a href="${src}"><img loading="lazy" src="${src}" alt="${alt}" ${sizes[device]} style="height:auto"></a>`;
    }),
  );
  const body = problem
    ? `<p class="failed">${escaped(problem)}</p>`
    : `<div class="pictures">${pictures.join('')}</div>`;
  return `<figure><figcaption>${escaped(shown.state.name)} (${shown.state.as})</figcaption>${body}</figure>`;
}

/** Returns a page with all pictures, grouped by screen. Phone and desktop, light and dark, are side by side. */
export function galleryPage(wanted: readonly Shown[], failures: ReadonlyMap<Shown, string>): string {
  const names = [...new Set(wanted.map(({ screen }) => screen))];
  const sections = names.map((name) => {
    const figures = wanted.filter(({ screen }) => screen === name).map((shown) => figure(shown, failures.get(shown)));
    return `<section id="${anchor(name)}"><h2>${escaped(name)}</h2>${figures.join('\n')}</section>`;
  });
  const links = names.map((name) => `<a href="#${anchor(name)}">${escaped(name)}</a>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Candid: every screen and state</title>
<style>${style}</style><nav>${links.join('')}</nav>${sections.join('\n')}</html>
`;
}
