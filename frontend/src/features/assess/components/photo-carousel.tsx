import type { AssessedPhoto } from '@candid/contracts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { commonTexts } from '../../../lib/texts/common';
import { Photo } from '../../../shared/photos/photo';
import { useCarousel } from '../../../ui/carousel/use-carousel';
import { classNames, prefersReducedMotion } from '../../../ui/dom/dom';
import { Dots } from '../../../ui/dots/dots';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { usePageArrows } from '../hooks/use-page-arrows';
import { useReportKey } from '../hooks/use-report-key';
import { BenchmarkMark, benchmarkAverage } from './benchmark-mark';
import { FlagButton } from './flag-button';
import styles from './photo-carousel.module.css';

const swipe = { distanceShare: 0.15, velocityPxPerMs: 0.3 };

interface PhotoCarouselProps {
  photos: readonly AssessedPhoto[];
  /** Arrow keys turn the photos even if the focus is elsewhere. */
  keys?: boolean;
  startAt?: number;
  onShown?: (photo: AssessedPhoto) => void;
  /** Called when the last photo is on the screen. */
  onLastSeen?: () => void;
  onPictureLost?: () => void;
  onReport?: (photo: AssessedPhoto) => void;
  /** Class of the large photos. */
  className?: string;
  /** Class of the small photos below. */
  stripClassName?: string;
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
        className={classNames(styles.carousel, props.className)}
        aria-roledescription={commonTexts.carousel}
        aria-label={assessTexts.photosOf}
      >
        <div className={styles.viewport} ref={viewport}>
          <ul className={styles.track}>
            {photos.map((photo, at) => (
              <li
                key={photo._id}
                className={styles.slide}
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
        {index > 0 && (
          <IconButton
            variant="scrim"
            className={`${styles.arrow} ${styles.previous}`}
            label={commonTexts.previousPhoto}
            icon={<ChevronLeft />}
            onClick={previous}
          />
        )}
        {!last && (
          <IconButton
            variant="scrim"
            className={`${styles.arrow} ${styles.next}`}
            label={commonTexts.nextPhoto}
            icon={<ChevronRight />}
            onClick={next}
          />
        )}
        <div className={styles.foot}>
          <Dots count={count} index={index} scrim />
        </div>
        {shown && onReport && <FlagButton position={index + 1} onReport={() => onReport(shown)} />}
        <p className="visually-hidden" aria-live="polite">
          {assessTexts.photo(index + 1, count)}
        </p>
      </section>
      <Filmstrip photos={photos} index={index} onShow={showInSight} className={props.stripClassName} />
    </>
  );
}

interface FilmstripProps {
  photos: readonly AssessedPhoto[];
  index: number;
  onShow: (index: number) => void;
  className?: string;
}

/** A strip of small photos that lead to the large ones. */
function Filmstrip({ photos, index, onShow, className }: FilmstripProps) {
  return (
    <ul className={classNames(styles.strip, className)}>
      {photos.map((photo, at) => (
        <li key={photo._id}>
          <button
            type="button"
            className={classNames(styles.thumb, at === index && styles.current)}
            aria-label={assessTexts.showPhoto(at + 1)}
            aria-current={at === index}
            onClick={() => onShow(at)}
          >
            <Photo source={photo} alt="" sizes="64px" corners="small" />
          </button>
        </li>
      ))}
    </ul>
  );
}
