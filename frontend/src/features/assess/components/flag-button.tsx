import { Flag } from 'lucide-react';
import { safetyTexts } from '../../../lib/texts/safety';
import { IconButton } from '../../../ui/icon-button/icon-button';

interface FlagButtonProps {
  /** Position of the photo on the page, counted from 1. */
  position: number;
  onReport: () => void;
}

/** Sits in the lower corner of a photo, so that it does not cover a face. */
export function FlagButton({ position, onReport }: FlagButtonProps) {
  return (
    <IconButton
      variant="scrim"
      size="fine"
      floating
      className="right-3 bottom-3"
      label={safetyTexts.flag(position)}
      icon={<Flag />}
      aria-haspopup="dialog"
      onClick={onReport}
    />
  );
}
