import { ChevronLeft, ChevronRight } from 'lucide-react';
import { commonTexts } from '../../lib/texts/common';
import { IconButton } from '../icon-button/icon-button';

interface CarouselArrowsProps {
  /** Shows the previous photo; false hides the arrow if no photo comes before the current photo. */
  onPrevious: (() => void) | false;
  /** Shows the next photo; false hides the arrow if no photo comes after the current photo. */
  onNext: (() => void) | false;
}

/** Arrows on a large photo, at its left and right edge. */
export function CarouselArrows({ onPrevious, onNext }: CarouselArrowsProps) {
  return (
    <>
      {onPrevious && (
        <IconButton
          variant="scrim"
          floating
          className="top-1/2 left-2 -translate-y-1/2"
          label={commonTexts.previousPhoto}
          icon={<ChevronLeft />}
          onClick={onPrevious}
        />
      )}
      {onNext && (
        <IconButton
          variant="scrim"
          floating
          className="top-1/2 right-2 -translate-y-1/2"
          label={commonTexts.nextPhoto}
          icon={<ChevronRight />}
          onClick={onNext}
        />
      )}
    </>
  );
}
