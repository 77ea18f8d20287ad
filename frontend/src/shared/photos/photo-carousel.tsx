import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { commonTexts } from '../../lib/texts/common';
import { CarouselArrows } from '../../ui/carousel/carousel-arrows';
import { useCarousel } from '../../ui/carousel/use-carousel';
import { usePageArrows } from '../../ui/carousel/use-page-arrows';
import { classNames, prefersReducedMotion } from '../../ui/dom/dom';
import { Photo } from './photo';
import type { PhotoSource } from './pictures';

const swipe = { distanceShare: 0.15, velocityPxPerMs: 0.3 };

type StoredPhoto = PhotoSource & { readonly _id: string };

interface PhotoCarouselProps<Of extends StoredPhoto> {
  photos: readonly Of[];
  label: string;
  /** Returns a photo's name from its position (counted from 1) and the number of photos. */
  nameOf: (position: number, count: number) => string;
  sizes: string;
  className?: string;
  /** True if arrow keys turn the photos even while the focus is outside the carousel. */
  keys?: boolean;
  startAt?: number;
  onShown?: (photo: Of, isLast: boolean) => void;
  onPictureLost?: () => void;
  /** Content over every photo. */
  mark?: (photo: Of) => ReactNode;
  /** Content over the frame, for the photo that is shown. */
  cover: (photo: Of | undefined, position: number) => ReactNode;
  strip: Pick<PhotoStripProps, 'labelOf' | 'className' | 'width'> | false;
}

/** One large photo at a time, with a strip of small photos below it. */
export function PhotoCarousel<Of extends StoredPhoto>(props: PhotoCarouselProps<Of>) {
  const { photos, nameOf, keys, onShown, strip } = props;
  const { viewport, index, next, previous, show } = useCarousel(swipe, props.startAt);
  const carousel = useRef<HTMLElement>(null);
  const count = photos.length;
  const position = Math.min(index + 1, count);
  const isLast = position === count;
  const shown = photos[position - 1];
  const tell = useEffectEvent((photo: Of, last: boolean) => onShown?.(photo, last));
  useEffect(() => {
    if (shown) tell(shown, isLast);
  }, [shown, isLast]);
  usePageArrows(carousel, { previous, next }, keys);
  const showInSight = (at: number) => {
    show(at);
    carousel.current?.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  };
  return (
    <>
      <section
        ref={carousel}
        className={classNames('relative overflow-hidden bg-tone', props.className)}
        aria-roledescription={commonTexts.carousel}
        aria-label={props.label}
      >
        <div className="cursor-grab overflow-hidden active:cursor-grabbing" ref={viewport}>
          <ul className="flex touch-pan-y touch-pinch-zoom">
            {photos.map((photo, at) => (
              <li
                key={photo._id}
                className="min-w-0 flex-[0_0_100%] [&>:first-child]:mx-auto [&>:first-child]:w-[min(100%,var(--photo-width,100%))]"
                aria-roledescription={commonTexts.slide}
                aria-label={nameOf(at + 1, count)}
                aria-hidden={at !== index}
              >
                <Photo
                  source={photo}
                  alt={nameOf(at + 1, count)}
                  sizes={props.sizes}
                  eager={Math.abs(at - index) <= 1}
                  corners="edge"
                  onLost={props.onPictureLost}
                >
                  {props.mark?.(photo)}
                </Photo>
              </li>
            ))}
          </ul>
        </div>
        <CarouselArrows onPrevious={position > 1 && previous} onNext={!isLast && next} />
        {props.cover(shown, position)}
        <p className="sr-only" aria-live="polite">
          {nameOf(position, count)}
        </p>
      </section>
      {strip && <PhotoStrip photos={photos} shownAt={position - 1} onShow={showInSight} {...strip} />}
    </>
  );
}

interface PhotoStripProps {
  photos: readonly StoredPhoto[];
  shownAt: number;
  labelOf: (position: number) => string;
  className: string;
  /** Width of a photo in the strip. */
  width: 'w-13' | 'w-15';
  onShow: (index: number) => void;
}

function PhotoStrip({ photos, shownAt, labelOf, className, width, onShow }: PhotoStripProps) {
  return (
    <ul className={classNames('flex scrollbar-none overflow-x-auto', className)}>
      {photos.map((photo, at) => (
        <li key={photo._id}>
          <button
            type="button"
            className={classNames(
              'block rounded-[15px] border-2 bg-transparent p-0.5',
              width,
              at === shownAt ? 'border-accent' : 'border-transparent',
            )}
            aria-label={labelOf(at + 1)}
            aria-current={at === shownAt}
            onClick={() => onShow(at)}
          >
            <Photo source={photo} alt="" sizes={width === 'w-13' ? '56px' : '64px'} corners="small" />
          </button>
        </li>
      ))}
    </ul>
  );
}
