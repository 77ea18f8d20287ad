import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { LandingArt } from '../../../features/auth/components/landing-art';
import { longDayOf } from '../../../lib/language/language';
import { useSession } from '../../../lib/session/use-session';
import { accountTexts } from '../../../lib/texts/account';
import { authTexts } from '../../../lib/texts/auth';
import { commonTexts } from '../../../lib/texts/common';
import { Brand } from '../../../ui/brand/brand';
import { LinkButton } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { lazyPage, Page } from '../../lazy-page';
import { Screen } from '../../shell/screen';
import styles from './landing.module.css';

/** The words come first; the form follows into its own space. */
const codeRequestForm = lazyPage(() => import('../../../features/auth/components/code-request-form'));

export function LandingPage() {
  const { ended, deletionDate } = useSession();

  return (
    <Screen title={commonTexts.appName} width="wide">
      <div className={styles.top}>
        <Brand />
        <LinkButton to="/login" size="s">
          {authTexts.login}
        </LinkButton>
      </div>
      {ended === 'deleted' && deletionDate && (
        <div className={styles.goodbye}>
          <Notice tone="success">{authTexts.goodbye(longDayOf(new Date(deletionDate)))}</Notice>
        </div>
      )}
      <div className={styles.hero}>
        <div className={styles.art}>
          <LandingArt />
        </div>
        <div className={styles.words}>
          <p className={styles.badge}>{authTexts.betaBadge}</p>
          <h1 className={styles.tagline}>{authTexts.tagline}</h1>
          <p className={styles.notice}>{authTexts.betaNotice}</p>
          <Suspense fallback={<div className={styles.formSpace} />}>
            <Page of={codeRequestForm} />
          </Suspense>
          <LinkButton to="/signup" block>
            {authTexts.haveCode}
          </LinkButton>
        </div>
      </div>
      <ul className={styles.points}>
        {authTexts.landingPoints.map((point) => (
          <li key={point.title} className={styles.point}>
            <h2 className={styles.pointTitle}>{point.title}</h2>
            <p>{point.text}</p>
          </li>
        ))}
      </ul>
      <footer className={styles.footer}>
        <Link to="/guidelines">{accountTexts.guidelines}</Link>
        <Link to="/terms-of-service">{accountTexts.terms}</Link>
        <Link to="/privacy-policy">{accountTexts.privacy}</Link>
      </footer>
    </Screen>
  );
}
