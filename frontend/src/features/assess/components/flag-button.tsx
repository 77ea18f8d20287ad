import { Flag } from 'lucide-react';
import { safetyTexts } from '../../../lib/texts/safety';
import { IconButton } from '../../../ui/icon-button/icon-button';
import styles from './flag-button.module.css';

interface FlagButtonProps {
  /** Of the photo, as the page counts. */
  position: number;
  onReport: () => void;
}

/** In the lower corner of a photo, where no face is. */
export function FlagButton({ position, onReport }: FlagButtonProps) {
  return (
    <IconButton
      variant="scrim"
      className={styles.flag}
      label={safetyTexts.flag(position)}
      icon={<Flag />}
      aria-haspopup="dialog"
      onClick={onReport}
    />
  );
}
