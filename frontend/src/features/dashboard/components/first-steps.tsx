import { dashboardTexts } from '../../../lib/texts/dashboard';
import styles from './first-steps.module.css';

/** Explains the first steps to an owner without photos. */
export function FirstSteps() {
  return (
    <section className={styles.frame} aria-label={dashboardTexts.firstSteps}>
      <h2 className={styles.title}>{dashboardTexts.firstSteps}</h2>
      <ol className={styles.steps}>
        {dashboardTexts.steps.map(({ title, text }) => (
          <li key={title} className={styles.step}>
            <div>
              <h3 className={styles.name}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
