import { ChevronLeft, ChevronRight } from 'lucide-react';
import { commonTexts } from '../../lib/texts/common';
import { IconButton } from '../icon-button/icon-button';

interface CarouselArrowsProps {
  /** False if no photo comes before this one; the arrow is then not shown. */
  onPrevious: (() => void) | false;
  /** False if no photo comes after this one; the arrow is then not shown. */
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
