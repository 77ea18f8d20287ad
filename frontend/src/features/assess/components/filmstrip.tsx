import type { AssessedPhoto } from '@candid/contracts';
import { assessTexts } from '../../../lib/texts/assess';
import { classNames } from '../../../ui/class-names/class-names';
import { Photo } from '../../../ui/photo/photo';
import styles from './photo-carousel.module.css';

interface FilmstripProps {
  photos: readonly AssessedPhoto[];
  index: number;
  onShow: (index: number) => void;
  className?: string;
}

/** Every photo small, to jump to. */
export function Filmstrip({ photos, index, onShow, className }: FilmstripProps) {
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
