import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { type SwipeRule, turnsPage } from './swipe-rule';

export type Carousel = NonNullable<UseEmblaCarouselType[1]>;

/** Embla's own measure of how briskly a slide settles; 20 takes about 300 ms for one slide. */
const settleDuration = 20;

/** A carousel that turns by the product's own swipe rule, by arrow keys and by call. */
export function useCarousel(rule: SwipeRule) {
  const [viewport, carousel] = useEmblaCarousel({ duration: settleDuration });
  const [index, setIndex] = useState(0);
  const { distancePx, distanceShare, velocityPxPerMs } = rule;

  useEffect(() => {
    if (!carousel) return;
    let start = { location: 0, index: 0, at: 0 };
    const down = () => {
      const location = carousel.internalEngine().location.get();
      start = { location, index: carousel.selectedScrollSnap(), at: performance.now() };
    };
    const up = () => {
      const movedPx = carousel.internalEngine().location.get() - start.location;
      const swipe = { movedPx, elapsedMs: performance.now() - start.at, widthPx: carousel.rootNode().clientWidth };
      const turns = turnsPage(swipe, { distancePx, distanceShare, velocityPxPerMs });
      carousel.scrollTo(start.index + (turns ? -Math.sign(movedPx) : 0));
    };
    const select = () => setIndex(carousel.selectedScrollSnap());
    select();
    carousel.on('pointerDown', down).on('pointerUp', up).on('select', select).on('reInit', select);
    return () => {
      carousel.off('pointerDown', down).off('pointerUp', up).off('select', select).off('reInit', select);
    };
  }, [carousel, distancePx, distanceShare, velocityPxPerMs]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') carousel?.scrollNext();
    else if (event.key === 'ArrowLeft') carousel?.scrollPrev();
    else return;
    event.preventDefault();
  };

  return { viewport, carousel, index, onKeyDown };
}
