import type { Page } from 'playwright-core';

/**
 * Imitates a browser's translation on pages that are opened from now on: replaces every text node, even new and changed
 * ones, by `<font><font>…`. The words stay the same.
 */
export const translate = (page: Page) => page.addInitScript(translator);

const translator = `
  const untranslated = 'font, script, style, textarea, noscript, head';
  const translate = (node) => {
    if (node.nodeType !== Node.TEXT_NODE) return [...node.childNodes].forEach(translate);
    if (!node.data.trim() || !node.parentElement || node.parentElement.closest(untranslated)) return;
    const font = document.createElement('font');
    font.appendChild(document.createElement('font')).append(node.data);
    node.replaceWith(font);
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) [...addedNodes, ...(type === 'characterData' ? [target] : [])].forEach(translate);
  }).observe(document, { childList: true, characterData: true, subtree: true });
`;
