import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { protocolOf, settled } from './arrival.js';

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that can fail in dark colours although they pass in light colours. */
const colours = ['color-contrast', 'link-in-text-block'];
/** Width of the smallest phones. */
const smallestPx = 320;
/** The second is 390 px at a zoom of 200 %. Both are needed: some layouts change below 300 px. */
const narrowPx = [smallestPx, 195];
const axeScript = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Returns the accessibility faults of the page in its current state, one line each. */
export async function violationsIn(page: Page): Promise<string[]> {
  await defineAxe(page);
  return linesOf('light', await runAxe(page, { runOnly: { type: 'tag', values: everything } }));
}

/** Returns the faults in dark colours, once `violationsIn` has loaded axe. Leaves the page dark. */
export async function darkViolationsIn(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await settled(page);
  return linesOf('dark', await runAxe(page, { runOnly: { type: 'rule', values: colours } }));
}

/** Avoids `page.evaluate`, so that Chromium compiles axe only once for all pages of a process. */
async function defineAxe(page: Page): Promise<void> {
  const protocol = await protocolOf(page);
  await protocol.send('Runtime.evaluate', { expression: await axeScript });
}

/**
 * The option `resultTypes` omits descriptions of elements that pass; describing them takes longer than the check.
 * `preload` would load all style sheets for a rule about sound, which the app does not have.
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

/** Checks that the page has exactly one main heading, a title, and no horizontal overflow. */
export async function layoutFaultsIn(page: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0;
  const faults = await sidewaysAt(page, width);
  if (!(await page.title())) faults.push('the page has no title');
  const headings = await page.locator('h1').count();
  if (headings !== 1) faults.push(`the page has ${headings} headings of the first level`);
  return faults;
}

/** Checks the page at the narrow widths and leaves the page at the last of these widths. */
export async function narrowFaultsIn(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of narrowPx) {
    await page.setViewportSize({ width, height: 844 });
    await settled(page);
    const found = (await page.evaluate(overflowScript)) as string[];
    faults.push(...found.map((fault) => `at ${width} px ${fault}`));
  }
  return faults;
}

/** Checks the page for overflow and cut texts on the smallest phones. Leaves the page at that width. */
export async function smallestFaultsIn(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: smallestPx, height: 844 });
  await settled(page);
  const found = (await page.evaluate(`[...${overflowScript}, ...${clippedScript}]`)) as string[];
  return found.map((fault) => `at ${smallestPx} px ${fault}`);
}

/** Checks the page with letters of twice the size, at its current width. */
export const largeTextFaultsIn = async (page: Page): Promise<string[]> =>
  (
    (await page.evaluate(`(() => {
    document.documentElement.style.fontSize = '200%';
    const faults = [...${overflowScript}, ...${clippedScript}];
    document.documentElement.style.fontSize = '';
    return faults;
  })()`)) as string[]
  ).map((fault) => `with text of 200 % ${fault}`);

/**
 * Finds horizontal overflow of the page. If there is none, looks for overflow of fixed elements and of elements that
 * scroll vertically, such as a sheet.
 */
const overflowScript = `(() => {
  const described = (element) => element.outerHTML.slice(0, 160);
  const all = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const styles = new Map(all.map((element) => [element, getComputedStyle(element)]));
  const holdsIn = (element) => styles.get(element)?.overflowX !== 'visible' || styles.get(element)?.position === 'fixed';
  /** The innermost element that is too wide for the holder. */
  const widest = (holder, edge) => {
    const beyond = all.filter((element) => {
      if (element === holder || !holder.contains(element) || styles.get(element).position === 'fixed' || element.getBoundingClientRect().right <= edge + 1) return false;
      for (let above = element.parentElement; above && above !== holder; above = above.parentElement) if (holdsIn(above)) return false;
      return true;
    });
    const innermost = beyond.find((element) => !beyond.some((other) => other !== element && element.contains(other)));
    return innermost ? described(innermost) : '';
  };
  const width = document.documentElement.clientWidth;
  const needed = document.documentElement.scrollWidth;
  const faults = needed > width ? ['the page scrolls sideways, it is ' + needed + ' px wide: ' + widest(document.body, width)] : [];
  for (const element of all) {
    const { position, overflowY } = styles.get(element);
    const { left, right } = element.getBoundingClientRect();
    const leaves = position === 'fixed' && (left < -1 || right > width + 1);
    if (leaves && faults.length === 0) faults.push('this leaves the screen: ' + described(element));
    const scrolls = overflowY === 'auto' || overflowY === 'scroll';
    const isBothWays = element.scrollHeight > element.clientHeight + 1 && element.scrollWidth > element.clientWidth + 1;
    if (scrolls && isBothWays) faults.push('a part of the page scrolls both ways: ' + widest(element, element.getBoundingClientRect().right));
  }
  return faults;
})()`;

/** Finds text cut off by a box that cannot be scrolled. */
const clippedScript = `(() => {
  const cuts = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const range = document.createRange();
  const faults = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const holder = text.parentElement;
    if (!text.data.trim() || !holder.checkVisibility({ visibilityProperty: true }) || holder.closest('[aria-hidden=true]')) continue;
    range.selectNodeContents(text);
    const { left, top, right, bottom } = range.getBoundingClientRect();
    for (let box = holder; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, display, clipPath } = getComputedStyle(box);
      if (display === 'inline' || display === 'contents') continue;
      const edge = box.getBoundingClientRect();
      if (clipPath !== 'none' || edge.width <= 2 || (!cuts(overflowX) && !cuts(overflowY) && overflowX !== 'visible')) break;
      const isCut = (cuts(overflowX) && (left < edge.left - 2 || right > edge.right + 2)) ||
        (cuts(overflowY) && (top < edge.top - 4 || bottom > edge.bottom + 4));
      if (isCut) faults.add('"' + text.data.slice(0, 60) + '" is cut off by ' + box.outerHTML.slice(0, 120));
    }
  }
  return [...faults];
})()`;

async function sidewaysAt(page: Page, width: number): Promise<string[]> {
  const needed = (await page.evaluate('document.documentElement.scrollWidth')) as number;
  return needed > width ? [`at ${width} px the page scrolls sideways: it is ${needed} px wide`] : [];
}
