import 'overlayscrollbars/overlayscrollbars.css';
import { ClickScrollPlugin, OverlayScrollbars } from 'overlayscrollbars';

OverlayScrollbars.plugin(ClickScrollPlugin);
probeBrowser();

/** The library takes the focus once to see what the browser can do, and by giving it back scrolls the page to whoever had it. */
function probeBrowser(): void {
  const { scrollX: left, scrollY: top } = window;
  OverlayScrollbars.env();
  window.scrollTo({ left, top, behavior: 'instant' });
}

/** How long a change of the content may take to show on the thumb. */
const syncMs = 50;

/** Puts the product's own scrollbars beside what scrolls, which goes on scrolling natively. Answers how to take them off. */
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
