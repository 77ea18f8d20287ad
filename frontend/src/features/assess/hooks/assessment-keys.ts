import { useEffect, useRef } from 'react';

interface RatingKeys {
  readonly enabled: boolean;
  /** Id of the photo to which a key applies if no element has the focus. */
  readonly currentId: () => string | null;
  readonly onNext: () => void;
  readonly onComment: () => void;
}

/** Elements whose own action Enter triggers. */
const pressed = 'button, a, [role="tab"]';
const rates = /^(\d|ArrowLeft|ArrowRight)$/;

export const cardId = (photoId: string): string => `photo-${photoId}`;
export const cardOf = (photoId: string) => document.getElementById(cardId(photoId));
export const sliderIn = (photoId: string) =>
  cardOf(photoId)?.querySelector<HTMLElement>('[data-rating] [role="slider"]');

/** Focuses the first slider of the phrases or, in a section without one that can be moved, its first button. */
export function focusComments(within: ParentNode | null): void {
  const phrases = within?.querySelector('[data-comments] [role="tabpanel"]');
  const first =
    phrases?.querySelector<HTMLElement>('[role="slider"][tabindex="0"]') ?? phrases?.querySelector('button');
  first?.focus();
}

/** Arrows and digits go to the current photo's slider even if the focus is elsewhere. */
export function useRatingKeys({ enabled, currentId, onNext, onComment }: RatingKeys): void {
  usePageKeys(enabled, (event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || target.closest('input, textarea, select, [role="dialog"]')) return;
    const isOnSlider = target.getAttribute('role') === 'slider';
    const isOnControl = !isOnSlider && target.closest(pressed) !== null;
    if (event.key === 'Enter' && !isOnControl) {
      event.preventDefault();
      onNext();
    } else if (event.key.toLowerCase() === 'c') {
      event.preventDefault();
      onComment();
    } else if (rates.test(event.key) && !isOnSlider) {
      const id = currentId();
      const slider = id && sliderIn(id);
      if (!slider) return;
      event.preventDefault();
      slider.focus();
      // Passes the key to the slider, which handles it.
      slider.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }));
    }
  });
}

/** Calls `onPress` for one key of the page, by `KeyboardEvent.key` in lower case. A key that is held down counts once. */
export function usePageKey(key: string, enabled: boolean, onPress: () => void): void {
  usePageKeys(enabled, (event) => {
    const { target } = event;
    if (event.repeat || event.key.toLowerCase() !== key || !(target instanceof Element)) return;
    if (target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"]')) return;
    if (key === 'enter' && target.closest(pressed)) return;
    event.preventDefault();
    onPress();
  });
}

/** Calls `onKey` for each key pressed without a modifier, unless an element has already handled the key. */
function usePageKeys(enabled: boolean, onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      latest.current(event);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
