import { Plus } from 'lucide-react';
import styles from './add-tile.module.css';

interface AddTileProps {
  label: string;
  onAdd: () => void;
  disabled?: boolean;
}

export function AddTile({ label, onAdd, disabled }: AddTileProps) {
  return (
    <button type="button" className={styles.tile} onClick={onAdd} disabled={disabled}>
      <span className={styles.plus} aria-hidden="true">
        <Plus />
      </span>
      {label}
    </button>
  );
}
