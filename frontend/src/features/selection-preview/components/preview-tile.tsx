import { X } from 'lucide-react';
import { demoTexts } from '../../../lib/texts/demo';
import { IconButton } from '../../../ui/icon-button/icon-button';
import type { Preview } from '../hooks/use-previews';
import styles from './selection-preview.module.css';

interface PreviewTileProps {
  preview: Preview;
  position: number;
  onRemove: () => void;
}

export function PreviewTile({ preview, position, onRemove }: PreviewTileProps) {
  return (
    <li className={styles.tile}>
      <img className={styles.picture} src={preview.address} alt={demoTexts.photo(position)} />
      <span className={styles.remove}>
        <IconButton variant="scrim" label={demoTexts.remove(position)} icon={<X />} onClick={onRemove} />
      </span>
    </li>
  );
}
