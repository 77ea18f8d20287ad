import { useEffect, useRef } from 'react';

interface RatingKeys {
  readonly enabled: boolean;
  /** Id of the photo to which a key applies if no element has the focus. */
  readonly currentId: () => string | null;
  readonly onNext: () => void;
  readonly onComment: () => void;
}

const rates = /^(\d|ArrowLeft|ArrowRight)$/;

export const cardId = (photoId: string): string => `photo-${photoId}`;
export const cardOf = (photoId: string) => document.getElementById(cardId(photoId));
export const sliderIn = (photoId: string) => cardOf(photoId)?.querySelector<HTMLElement>('[role="slider"]');

/** Arrows and digits go to the current photo's slider even if the focus is elsewhere. */
export function useRatingKeys({ enabled, currentId, onNext, onComment }: RatingKeys): void {
  usePageKeys(enabled, (event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || target.closest('input, textarea, select, [role="dialog"]')) return;
    const isOnSlider = target.getAttribute('role') === 'slider';
    const isOnControl = !isOnSlider && target.closest('button, a, [role="tab"]') !== null;
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

export function useReportKey(enabled: boolean, onReport: () => void): void {
  usePageKeys(enabled, (event) => {
    const { target } = event;
    if (event.key.toLowerCase() !== 'r' || !(target instanceof Element)) return;
    if (target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"]')) return;
    event.preventDefault();
    onReport();
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
