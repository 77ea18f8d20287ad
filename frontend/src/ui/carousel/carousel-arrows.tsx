import { ChevronLeft, ChevronRight } from 'lucide-react';
import { commonTexts } from '../../lib/texts/common';
import { IconButton } from '../icon-button/icon-button';

interface CarouselArrowsProps {
  /** No arrow without a photo before this one. */
  onPrevious: (() => void) | false;
  /** No arrow without a photo after this one. */
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
