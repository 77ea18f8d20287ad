import { useEffect } from 'react';

interface RatingKeys {
  /** Off while a dialog or sheet is open. */
  readonly enabled: boolean;
  /** The photo that a key is meant for when nothing has the focus. */
  readonly currentId: () => string | null;
  /** Enter: on to the next photo, or to submitting. */
  readonly onNext: () => void;
  readonly onComment: () => void;
}

const rates = /^(\d|ArrowLeft|ArrowRight)$/;

/** A photo's card, and the slider in it, by the photo's id. */
export const cardId = (photoId: string): string => `photo-${photoId}`;
export const sliderIn = (photoId: string): HTMLElement | null =>
  document.getElementById(cardId(photoId))?.querySelector<HTMLElement>('[role="slider"]') ?? null;

/** Rating without a pointer: arrows and digits go to the current photo's slider wherever the focus is, Enter goes on. */
export function useRatingKeys({ enabled, currentId, onNext, onComment }: RatingKeys): void {
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
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
        const slider = id === null ? null : sliderIn(id);
        if (!slider) return;
        event.preventDefault();
        slider.focus();
        // The slider itself knows what the key means.
        slider.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }));
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [enabled, currentId, onNext, onComment]);
}
