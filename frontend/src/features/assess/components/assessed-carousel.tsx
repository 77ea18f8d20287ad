import type { AssessedPhoto } from '@candid/contracts';
import { assessTexts } from '../../../lib/texts/assess';
import { PhotoCarousel } from '../../../shared/photos/photo-carousel';
import { classNames } from '../../../ui/dom/dom';
import { Dots } from '../../../ui/dots/dots';
import { usePageKey } from '../hooks/assessment-keys';
import { BenchmarkMark, benchmarkAverage, FlagButton } from './photo-marks';

const stripLook = { className: 'gap-2 px-4 pt-3 wide:justify-center wide:px-0', width: 'w-15' } as const;

interface AssessedCarouselProps {
  photos: readonly AssessedPhoto[];
  /** True if keyboard shortcuts turn and report photos, wherever the focus is on the page. */
  keys?: boolean;
  startAt?: number;
  onShown: (photo: AssessedPhoto, isLast: boolean) => void;
  onPictureLost?: () => void;
  onReport?: (photo: AssessedPhoto) => void;
  className?: string;
}

export function AssessedCarousel({ photos, keys = true, onReport, className, ...rest }: AssessedCarouselProps) {
  return (
    <PhotoCarousel
      {...rest}
      photos={photos}
      keys={keys}
      label={assessTexts.photosOf}
      nameOf={assessTexts.photo}
      sizes="(min-width: 900px) 520px, 100vw"
      className={classNames('wide:rounded-24', className)}
      mark={(photo) => photo.isBenchmark && <BenchmarkMark average={benchmarkAverage(photo)} />}
      cover={(shown, position) => (
        <>
          <div className="pointer-events-none absolute inset-x-0 bottom-0 mx-auto w-[min(100%,var(--photo-width,100%))] bg-[linear-gradient(transparent,rgb(20_14_10/0.5))] pt-10 pb-4">
            <Dots count={photos.length} index={position - 1} scrim />
          </div>
          {shown && onReport && <Flag position={position} keys={keys} onReport={() => onReport(shown)} />}
        </>
      )}
      strip={{ labelOf: assessTexts.showPhoto, ...stripLook }}
    />
  );
}

function Flag({ position, keys, onReport }: { position: number; keys: boolean; onReport: () => void }) {
  usePageKey('r', keys, onReport);
  return <FlagButton position={position} onReport={onReport} />;
}
