import type { AssessedPhoto } from '@candid/contracts';
import { useEffect, useRef } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { commonTexts } from '../../../lib/texts/common';
import { Photo } from '../../../shared/photos/photo';
import { PhotoStrip } from '../../../shared/photos/photo-strip';
import { CarouselArrows } from '../../../ui/carousel/carousel-arrows';
import { useCarousel } from '../../../ui/carousel/use-carousel';
import { classNames, prefersReducedMotion } from '../../../ui/dom/dom';
import { Dots } from '../../../ui/dots/dots';
import { usePageArrows, useReportKey } from '../hooks/assessment-keys';
import { BenchmarkMark, benchmarkAverage, FlagButton } from './photo-marks';

const swipe = { distanceShare: 0.15, velocityPxPerMs: 0.3 };

interface PhotoCarouselProps {
  photos: readonly AssessedPhoto[];
  /** Arrow keys turn the photos even if the focus is elsewhere. */
  keys?: boolean;
  startAt?: number;
  onShown?: (photo: AssessedPhoto) => void;
  onLastSeen?: () => void;
  onPictureLost?: () => void;
  onReport?: (photo: AssessedPhoto) => void;
  className?: string;
}

export function PhotoCarousel(props: PhotoCarouselProps) {
  const { photos, keys = true, startAt, onShown, onLastSeen, onPictureLost, onReport } = props;
  const { viewport, index, next, previous, show } = useCarousel(swipe, startAt);
  const carousel = useRef<HTMLElement>(null);
  const showInSight = (at: number) => {
    show(at);
    carousel.current?.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  };
  const count = photos.length;
  const last = index === count - 1;
  const shown = photos[index];
  const told = useRef(onShown);
  told.current = onShown;
  useEffect(() => {
    if (last) onLastSeen?.();
  }, [last, onLastSeen]);
  useEffect(() => {
    if (shown) told.current?.(shown);
  }, [shown]);
  usePageArrows(keys, { previous, next });
  useReportKey(keys && onReport !== undefined, () => shown && onReport?.(shown));

  return (
    <>
      <section
        ref={carousel}
        className={classNames('relative overflow-hidden bg-tone wide:rounded-24', props.className)}
        aria-roledescription={commonTexts.carousel}
        aria-label={assessTexts.photosOf}
      >
        <div className="cursor-grab overflow-hidden active:cursor-grabbing" ref={viewport}>
          <ul className="flex touch-pan-y touch-pinch-zoom">
            {photos.map((photo, at) => (
              <li
                key={photo._id}
                className="min-w-0 flex-[0_0_100%] [&>:first-child]:mx-auto [&>:first-child]:w-[min(100%,var(--photo-width,100%))]"
                aria-roledescription={commonTexts.slide}
                aria-label={assessTexts.photo(at + 1, count)}
                aria-hidden={at !== index}
              >
                <Photo
                  source={photo}
                  alt={assessTexts.photo(at + 1, count)}
                  sizes="(min-width: 900px) 520px, 100vw"
                  eager={Math.abs(at - index) <= 1}
                  corners="edge"
                  onLost={onPictureLost}
                >
                  {photo.isBenchmark && <BenchmarkMark average={benchmarkAverage(photo)} />}
                </Photo>
              </li>
            ))}
          </ul>
        </div>
        <CarouselArrows onPrevious={index > 0 && previous} onNext={!last && next} />
        <div className="pointer-events-none absolute inset-x-0 bottom-0 mx-auto w-[min(100%,var(--photo-width,100%))] bg-[linear-gradient(transparent,rgb(20_14_10/0.5))] pt-10 pb-4">
          <Dots count={count} index={index} scrim />
        </div>
        {shown && onReport && <FlagButton position={index + 1} onReport={() => onReport(shown)} />}
        <p className="sr-only" aria-live="polite">
          {assessTexts.photo(index + 1, count)}
        </p>
      </section>
      <PhotoStrip
        photos={photos}
        index={index}
        labelOf={assessTexts.showPhoto}
        className="gap-2 px-4 pt-3 wide:justify-center wide:px-0"
        width="w-15"
        onShow={showInSight}
      />
    </>
  );
}
