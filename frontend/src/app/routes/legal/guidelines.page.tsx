import { CASE_URGENCY, GUIDELINES, MODERATION } from '@candid/contracts';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../../lib/session/use-session';
import { accountTexts } from '../../../lib/texts/account';
import { commonTexts } from '../../../lib/texts/common';
import { guidelinesTexts as texts } from '../../../lib/texts/guidelines';
import { withinWords } from '../../../lib/texts/safety';
import { Screen } from '../../shell/screen';
import styles from './legal-text.module.css';

/** The rules for photos, comments and ratings, and how reports, decisions and appeals work. */
export default function GuidelinesPage() {
  const isMember = useSession().session !== null;
  useRuleInSight();
  return (
    <Screen title={texts.title}>
      <header className={styles.header}>
        {isMember && (
          <Link to="/account" className={styles.back} aria-label={commonTexts.back}>
            <ArrowLeft aria-hidden="true" />
          </Link>
        )}
        <p className={styles.effective}>{texts.effective}</p>
        <h1 className={styles.title}>{texts.title}</h1>
        <p className={styles.summary}>{texts.summary}</p>
      </header>
      <section className={styles.section}>
        <h2>{texts.rules}</h2>
        <ol className={styles.rules}>
          {GUIDELINES.map(({ id, title, text }) => (
            <li key={id} id={id} tabIndex={-1} className={styles.rule}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </section>
      {texts.sections.map((section) => (
        <section key={section.title} className={styles.section}>
          <h2>{section.title}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <TargetTimes />
      <section className={styles.section}>
        <p>{texts.terms}</p>
        <p className={styles.links}>
          <Link to="/feedback?about=content">{texts.reportContent}</Link>
          <Link to="/terms-of-service">{accountTexts.terms}</Link>
          <Link to="/privacy-policy">{accountTexts.privacy}</Link>
        </p>
      </section>
    </Screen>
  );
}

const targeted = ['minor', 'illegal', 'sexual', 'notOwn', 'comments'] as const;

function TargetTimes() {
  const { targets } = texts;
  const rows = [
    ...targeted.map((reason) => ({ what: targets.reasons[reason], ms: CASE_URGENCY[reason].targetMs })),
    { what: targets.appeal, ms: MODERATION.appealTargetMs },
  ];
  return (
    <section className={styles.section}>
      <h2>{targets.title}</h2>
      <p>{targets.lead}</p>
      <dl className={styles.targets}>
        {rows.map(({ what, ms }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{targets.within(withinWords(ms))}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Scrolls to the rule that the URL fragment names and focuses it, so that screen readers start there. */
function useRuleInSight(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const rule = hash === '' ? null : document.getElementById(hash.slice(1));
    rule?.scrollIntoView({ block: 'center' });
    rule?.focus({ preventScroll: true });
  }, [hash]);
}
