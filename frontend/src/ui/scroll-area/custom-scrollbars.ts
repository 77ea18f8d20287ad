import './custom-scrollbars.css';
import { ClickScrollPlugin, OverlayScrollbars } from 'overlayscrollbars';

OverlayScrollbars.plugin(ClickScrollPlugin);
probeBrowser();

/** The library's browser test moves the focus, which scrolls the page. This function restores the scroll position. */
function probeBrowser(): void {
  const { scrollX: left, scrollY: top } = window;
  OverlayScrollbars.env();
  window.scrollTo({ left, top, behavior: 'instant' });
}

/** Maximum delay between a change of the content and the update of the scrollbar. */
const syncMs = 50;

export function attachScrollbars(viewport: HTMLElement, frame: HTMLElement): () => void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const bars = OverlayScrollbars(
    { target: viewport, elements: { viewport }, scrollbars: { slot: frame } },
    {
      update: { debounce: [syncMs, syncMs] },
      scrollbars: { theme: 'os-theme-candid', dragScroll: true, clickScroll: still ? 'instant' : true },
    },
  );
  return () => bars.destroy();
}
