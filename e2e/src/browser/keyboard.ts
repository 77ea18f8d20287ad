import { eventually } from '@candid/testing';
import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';

interface Focused {
  /** True if no element has the focus. */
  readonly lost: boolean;
  readonly name: string;
  /** True if a person sees the focus: the element or its stand-in has an outline or shadow inside the window. */
  readonly visible: boolean;
}

const tabsMax = 80;

/**
 * Describes the focused element. The main part of a page and a sheet show no focus ring, because they cannot be pressed.
 * A date field shows one ring for all its parts, which receive the focus in order.
 */
const focused = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return { lost: true, name: 'body', visible: false };
  const name = element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60);
  if (element.tabIndex < 0) return { lost: false, name, visible: true };
  const stand = [element, element.parentElement, element.nextElementSibling, element.closest('label')].filter(Boolean);
  const drawn = stand.some((part) => {
    const box = part.getBoundingClientRect();
    const inside = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    const style = getComputedStyle(part);
    const ring = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
    return inside && ring;
  });
  return { lost: false, name, visible: drawn && element.matches(':focus-visible, [type=date]') };
})()`;

const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node === node.ownerDocument.activeElement);

/** A person who has neither a mouse nor a touch screen and does everything with keys. */
export class KeyboardPerson {
  constructor(readonly page: Page) {}

  focus(): Promise<Focused> {
    return this.page.evaluate(focused) as Promise<Focused>;
  }

  /** Waits, after a dialog closed or another page opened, until a visible element has the focus. */
  async expectFocusKept(): Promise<void> {
    await eventually(async () => expect(await this.focus()).toMatchObject({ lost: false, visible: true }));
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Presses Tab (or Shift+Tab) until `target` has the focus; each focused element on the way must be visible. */
  async goTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.first().waitFor();
    for (let tabs = 0; tabs < tabsMax; tabs += 1) {
      if (await isFocused(target.first())) return;
      await this.page.keyboard.press(key);
      const now = await this.focus();
      if (!now.lost && !now.visible) throw new Error(`the focus on "${now.name}" cannot be seen`);
    }
    throw new Error(`${String(target)} is not reached by ${key}`);
  }

  async activate(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.goTo(target);
    await this.page.keyboard.press(key);
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.goTo(target);
    await this.page.keyboard.type(text);
  }
}
