import type { Photo as PhotoRecord } from '@candid/contracts';
import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useRef, useState } from 'react';
import { commonTexts } from '../../../../lib/texts/common';
import { Photo } from '../../../../shared/photos/photo';
import { PhotoChip } from '../../../../shared/scores/score-chip';
import { CarouselArrows } from '../../../../ui/carousel/carousel-arrows';
import { usePageArrows } from '../../../../ui/carousel/use-page-arrows';
import { classNames, prefersReducedMotion } from '../../../../ui/dom/dom';
import { describePhoto } from '../photo-tile';

interface PhotoPagerProps {
  photo: PhotoRecord;
  /** All photos that the pager steps through, including this one. */
  neighbours: readonly PhotoRecord[];
  onShow: (photo: PhotoRecord) => void;
}

/** Duration of a slide's movement in Embla's unit: 20 is about 300 ms. */
const settleDuration = 20;

/** Shows the photo. A swipe or an arrow leads from a rated photo to the photos beside it. */
export function PhotoPager({ photo, neighbours, onShow }: PhotoPagerProps) {
  const found = neighbours.findIndex(({ _id }) => _id === photo._id);
  const slides = found < 0 ? [photo] : neighbours;
  const at = Math.max(0, found);
  const steps = photo.timesRated > 0;
  const mayDrag = useRef(steps);
  // The options stay the same object, because new options would restart the carousel during a movement.
  const [options] = useState(() => ({
    duration: settleDuration,
    startIndex: at,
    // The first and the last photo are centred as well.
    containScroll: false as const,
    watchDrag: () => mayDrag.current,
  }));
  const [viewport, carousel] = useEmblaCarousel(options);
  // Counts from the last requested photo, because a second press may come before that photo is shown.
  const aim = useRef(at);
  const step = (by: 1 | -1) => {
    const to = slides[aim.current + by];
    if (!to || !slides[aim.current]?.timesRated) return;
    aim.current += by;
    onShow(to);
  };
  const pager = useRef<HTMLDivElement>(null);
  usePageArrows(pager, { previous: () => step(-1), next: () => step(1) });

  useEffect(() => {
    mayDrag.current = steps;
  });
  useEffect(() => {
    aim.current = at;
  }, [at]);

  // Scrolls to a photo that an arrow key has opened, or that has moved to another section.
  useEffect(() => {
    if (!carousel) return;
    if (carousel.selectedScrollSnap() !== at) carousel.scrollTo(at, prefersReducedMotion());
    const stay = () => carousel.scrollTo(at, true);
    carousel.on('reInit', stay);
    return () => void carousel.off('reInit', stay);
  }, [carousel, at]);

  useEffect(() => {
    if (!carousel) return;
    const settle = () => {
      const shown = slides[carousel.selectedScrollSnap()];
      if (shown && shown._id !== photo._id) onShow(shown);
    };
    // Does not use `select`, because that event also fires when the effect above scrolls.
    carousel.on('pointerUp', settle);
    return () => void carousel.off('pointerUp', settle);
  }, [carousel, slides, photo._id, onShow]);

  return (
    <div
      ref={pager}
      className={classNames(
        // Extends over the side padding of the sheet, from edge to edge.
        'relative -mx-5 wide:sticky wide:top-0 wide:mx-0 wide:w-full wide:self-start wide:[--photo:calc(100%_-_12px)]',
        // On a phone, the photo leaves room for comments on the first screen, and the next photos show at the edges.
        steps ? '[--photo:clamp(128px,18dvh,240px)]' : '[--photo:min(100%_-_52px,52vh)]',
      )}
    >
      <div ref={viewport} className="overflow-hidden wide:rounded-16">
        <div className="-mx-1.5 flex touch-pan-y touch-pinch-zoom">
          {slides.map((slide, index) => (
            <div
              key={slide._id}
              className={classNames(
                'min-w-0 flex-[0_0_calc(var(--photo)+12px)] px-1.5 transition-opacity duration-(--motion-base)',
                steps ? 'aria-hidden:opacity-45' : 'aria-hidden:opacity-0',
              )}
              aria-hidden={index !== at}
            >
              {Math.abs(index - at) <= 1 && (
                <Photo
                  source={slide}
                  alt={describePhoto(slide)}
                  sizes="(min-width: 900px) 480px, 90vw"
                  eager={index === at}
                >
                  {index === at && slide.timesRated > 0 && <PhotoChip photo={slide} size="m" />}
                </Photo>
              )}
            </div>
          ))}
        </div>
      </div>
      <CarouselArrows
        onPrevious={steps && at > 0 && (() => step(-1))}
        onNext={steps && at < slides.length - 1 && (() => step(1))}
      />
      {steps && slides.length > 1 && (
        <p role="status" className="sr-only">
          {commonTexts.positionOf(at + 1, slides.length)}
        </p>
      )}
    </div>
  );
}
