import { authTexts } from '../../../lib/texts/auth';
import { ScoreChip } from '../../../shared/scores/score-chip';
import { Portrait } from '../../../ui/portrait/portrait';
import styles from './landing-art.module.css';

export function LandingArt() {
  return (
    <div className={styles.art} aria-hidden="true">
      <div className={`${styles.card} ${styles.left}`}>
        <Portrait person="dusk" />
        <span className={styles.chip}>
          <ScoreChip score={9} />
        </span>
      </div>
      <div className={`${styles.card} ${styles.right}`}>
        <Portrait person="coral" />
        <span className={styles.chip}>
          <ScoreChip score={13} />
        </span>
      </div>
      <div className={`${styles.card} ${styles.middle}`}>
        <Portrait person="field" />
        <span className={styles.chip}>
          <ScoreChip score={17} />
        </span>
        <span className={styles.comment}>{authTexts.artComment}</span>
      </div>
      <div className={styles.range}>
        <span>{authTexts.artScaleStart}</span>
        <span className={styles.line}>
          <span className={styles.band} />
          <span className={styles.mark} />
        </span>
        <span>{authTexts.artScaleEnd}</span>
      </div>
    </div>
  );
}
