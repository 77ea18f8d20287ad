import { scoreTexts } from '../../lib/texts/scores';
import styles from './fair-chip.module.css';

/** A photo's fair score on its picture, labelled: the chip beside it shows the average. */
export function FairChip({ score }: { score: number }) {
  return <span className={styles.chip}>{scoreTexts.fairShort(score)}</span>;
}
