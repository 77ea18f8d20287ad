import { Plus } from 'lucide-react';
import { Portrait } from '../../../../ui/portrait/portrait';
import { ProgressRing } from '../../../../ui/progress-ring/progress-ring';
import { ScoreChip } from '../../../../ui/score-chip/score-chip';
import styles from './intro.module.css';

/** A small picture of each step, made of the parts the person is about to meet. */
export function IntroArt({ step }: { step: number }) {
  return (
    <div className={styles.art} aria-hidden="true">
      {step === 0 && (
        <>
          <span className={styles.card}>
            <Portrait person="coral" />
          </span>
          <span className={`${styles.card} ${styles.empty}`}>
            <Plus />
          </span>
        </>
      )}
      {step === 1 && (
        <>
          <span className={styles.card}>
            <Portrait person="coral" />
            <span className={styles.ring}>
              <ProgressRing value={3} limit={4} />
            </span>
          </span>
          <span className={styles.card}>
            <Portrait person="field" />
            <span className={styles.ring}>
              <ProgressRing value={2} limit={4} />
            </span>
          </span>
        </>
      )}
      {step === 2 && (
        <>
          <span className={`${styles.card} ${styles.aside}`}>
            <Portrait person="coral" />
            <span className={styles.chip}>
              <ScoreChip score={11} />
            </span>
          </span>
          <span className={styles.card}>
            <Portrait person="field" />
            <span className={styles.chip}>
              <ScoreChip score={17} />
            </span>
          </span>
        </>
      )}
    </div>
  );
}
