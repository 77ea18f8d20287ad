import type { Page } from 'playwright-core';

const targetPx = 44;
const textPx = 13;

/**
 * Returns touch targets and texts that are too small on a touch screen, one line each. A link in a sentence need only be
 * as high as its line (WCAG 2.5.5). The hit area of a target includes its label, its positioned pseudo-elements and, for
 * the thumb of a slider, the whole slider.
 */
export async function sizeFaultsIn(page: Page): Promise<string[]> {
  return (await page.evaluate(script)) as string[];
}

const script = `(() => {
  const targets = 'a[href], button, input, select, textarea, summary, [role=button], [role=slider], [role=tab], ' +
    '[role=checkbox], [role=radio], [role=switch], [role=option], [role=menuitem]';
  const tolerancePx = 0.5;
  const boxOf = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const around = (one, other) => ({
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  });
  const isLarge = ({ left, top, right, bottom }) => Math.min(right - left, bottom - top) >= ${targetPx} - tolerancePx;
  const isSeen = ({ left, top, right, bottom }) => right - left > 2 && bottom - top > 2;
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], [aria-hidden=true]');
  // A pseudo-element is laid out relative to the nearest positioned element: its own element or an ancestor.
  const pseudoBoxes = (element) =>
    ['::before', '::after'].flatMap((name) => {
      const style = getComputedStyle(element, name);
      if (style.content === 'none' || style.position !== 'absolute' || style.pointerEvents === 'none') return [];
      const base = getComputedStyle(element).position === 'static' ? (element.offsetParent ?? document.body) : element;
      const box = base.getBoundingClientRect();
      const left = box.left + base.clientLeft + parseFloat(style.left);
      const top = box.top + base.clientTop + parseFloat(style.top);
      return [{ left, top, right: left + parseFloat(style.width), bottom: top + parseFloat(style.height) }];
    });
  const hitAreaOf = (element) => {
    const slider = element.role === 'slider' && element.parentElement.closest('[data-orientation]');
    const box = boxOf(slider || element);
    const labels = [...(element.labels ?? [])].map(boxOf);
    const own = isSeen(box) ? [box] : [];
    return [...own, ...labels, ...pseudoBoxes(element)].reduce((all, next) => (all ? around(all, next) : next), null);
  };
  const ownText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const isInSentence = (element) =>
    element.localName === 'a' && getComputedStyle(element).display.startsWith('inline') && ownText(element.parentElement);
  const described = (element) => element.outerHTML.slice(0, 160);
  const rounded = ({ left, top, right, bottom }) =>
    Math.round(right - left) + ' × ' + Math.round(bottom - top) + ' px';

  const shown = [...document.querySelectorAll(targets)].filter((element) => isShown(element) && !isInSentence(element));
  const hit = shown.map((element) => ({ element, area: hitAreaOf(element) })).filter(({ area }) => area && isSeen(area));
  const small = hit
    .filter(({ area }) => !isLarge(area))
    .map(({ element, area }) => 'target of ' + rounded(area) + ': ' + described(element));

  const overlaps = (one, other) =>
    one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  // A fixed or sticky element covers other targets only until the page is scrolled.
  const layerOf = (element) => {
    for (let at = element; at; at = at.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return at;
    return null;
  };
  const covering = hit.flatMap(({ element }) =>
    pseudoBoxes(element)
      .filter((box) => isLarge(box) && !isLarge(boxOf(element)))
      .flatMap((box) => hit.filter((other) => overlaps(box, boxOf(other.element))))
      .filter((other) => other.element !== element && !other.element.contains(element) && layerOf(other.element) === layerOf(element))
      .map((other) => 'hit area of ' + described(element) + ' lies over ' + described(other.element)),
  );

  const scaleOf = (element) => element.getScreenCTM?.()?.a ?? 1;
  const fine = [...document.body.querySelectorAll('*')]
    .filter((element) => ownText(element) && element.checkVisibility({ visibilityProperty: true }) && isSeen(boxOf(element)))
    .map((element) => ({ element, px: parseFloat(getComputedStyle(element).fontSize) * scaleOf(element) }))
    .filter(({ px }) => px < ${textPx} - 0.05)
    .map(({ element, px }) => 'text of ' + px.toFixed(1) + ' px: ' + described(element));
  return [...new Set([...small, ...covering, ...fine])];
})()`;
