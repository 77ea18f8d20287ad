import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { settled } from './arrival.js';

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What depends on the colours alone is all that the second scheme can break. */
const colours = ['color-contrast', 'link-in-text-block'];
const narrowPx = 320;
const axeScript = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What is wrong with the page as it stands, in both colour schemes; a line each, empty when nothing is. */
export async function violationsIn(page: Page): Promise<string[]> {
  await page.evaluate(await axeScript);
  const light = await runAxe(page, { runOnly: { type: 'tag', values: everything } });
  await page.emulateMedia({ colorScheme: 'dark' });
  await settled(page);
  const dark = await runAxe(page, { runOnly: { type: 'rule', values: colours } });
  return [...linesOf('light', light), ...linesOf('dark', dark)];
}

/**
 * Without `resultTypes`, axe describes each element that passes a rule, which takes longer than the rules do. `preload` reads
 * all style sheets for a rule about sound, of which there is none here.
 */
const runAxe = (page: Page, options: RunOptions): Promise<AxeResults> =>
  page.evaluate(`axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'], preload: false })})`);

const linesOf = (scheme: string, { violations }: AxeResults): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => {
      const why = failureSummary.split('\n').slice(1).join(' ').trim();
      return `${scheme}: ${id}: ${html.slice(0, 160)} (${why.slice(0, 200)})`;
    }),
  );

/** One heading for the page, a title, and nothing to scroll sideways for, down to a phone of 320 px. */
export async function layoutFaultsIn(page: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0;
  const faults = await sidewaysAt(page, width);
  if (!(await page.title())) faults.push('the page has no title');
  const headings = await page.locator('h1').count();
  if (headings !== 1) faults.push(`the page has ${headings} headings of the first level`);
  return faults;
}

/** Changes the page's width and leaves it there. */
export async function narrowFaultsIn(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: narrowPx, height: 844 });
  await settled(page);
  return sidewaysAt(page, narrowPx);
}

async function sidewaysAt(page: Page, width: number): Promise<string[]> {
  const needed = (await page.evaluate('document.documentElement.scrollWidth')) as number;
  return needed > width ? [`at ${width} px the page scrolls sideways: it is ${needed} px wide`] : [];
}
