import { classNames } from '../../ui/dom/dom';
import { Photo } from './photo';
import type { PhotoSource } from './pictures';

interface PhotoStripProps {
  photos: readonly (PhotoSource & { readonly _id: string })[];
  index: number;
  labelOf: (position: number) => string;
  className: string;
  width: 'w-13' | 'w-15';
  onShow: (index: number) => void;
}

export function PhotoStrip({ photos, index, labelOf, className, width, onShow }: PhotoStripProps) {
  return (
    <ul className={classNames('flex scrollbar-none overflow-x-auto', className)}>
      {photos.map((photo, at) => (
        <li key={photo._id}>
          <button
            type="button"
            className={classNames(
              'block rounded-[15px] border-2 bg-transparent p-0.5 transition-opacity duration-(--motion-base)',
              width,
              at === index ? 'border-accent opacity-100' : 'border-transparent opacity-60',
            )}
            aria-label={labelOf(at + 1)}
            aria-current={at === index}
            onClick={() => onShow(at)}
          >
            <Photo source={photo} alt="" sizes={width === 'w-13' ? '56px' : '64px'} corners="small" />
          </button>
        </li>
      ))}
    </ul>
  );
}
