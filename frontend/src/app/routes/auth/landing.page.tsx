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

/** The text renders first; the form loads later into the space that is reserved for it. */
const codeRequestForm = lazyPage(() => import('../../../features/auth/components/code-request-form'));

export function LandingPage() {
  const { ended, deletionDate } = useSession();

  return (
    <Screen title={commonTexts.appName} width="wide">
      <div className="flex flex-wrap items-center justify-between pt-[max(12px,var(--safe-top))] pb-2 wide:py-5">
        <Brand />
        <LinkButton to="/login" size="s">
          {authTexts.login}
        </LinkButton>
      </div>
      {ended === 'deleted' && deletionDate && (
        <div className="mb-5">
          <Notice tone="success">{authTexts.goodbye(longDayOf(new Date(deletionDate)))}</Notice>
        </div>
      )}
      <div className="grid gap-5 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] wide:items-center wide:gap-16 wide:py-6">
        <div className="wide:order-1">
          <LandingArt />
        </div>
        <div className="grid gap-4 wide:max-w-115 wide:gap-5">
          <p className="justify-self-start rounded-pill bg-accent-soft px-2.5 py-[3px] text-13 font-bold text-accent-ink">
            {authTexts.betaBadge}
          </p>
          <h1 className="text-28 leading-[1.12] font-heavy tracking-[-0.028em] wide:text-40 wide:leading-[1.06]">
            {authTexts.tagline}
          </h1>
          <p className="text-ink-soft">{authTexts.betaNotice}</p>
          <Suspense fallback={<div className="h-[143px]" />}>
            <Page of={codeRequestForm} />
          </Suspense>
          <LinkButton to="/signup" block>
            {authTexts.haveCode}
          </LinkButton>
        </div>
      </div>
      <ul className="mt-10 grid gap-5 border-t border-t-line pt-8 wide:grid-cols-[repeat(3,1fr)] wide:gap-10">
        {authTexts.landingPoints.map((point) => (
          <li key={point.title} className="grid gap-1 text-ink-soft">
            <h2 className="text-16 text-ink">{point.title}</h2>
            <p>{point.text}</p>
          </li>
        ))}
      </ul>
      <footer className="mt-8 flex flex-wrap gap-x-5 text-14 [&_a]:inline-flex [&_a]:min-h-target-small [&_a]:items-center [&_a]:text-ink-soft">
        <Link to="/guidelines">{accountTexts.guidelines}</Link>
        <Link to="/terms-of-service">{accountTexts.terms}</Link>
        <Link to="/privacy-policy">{accountTexts.privacy}</Link>
      </footer>
    </Screen>
  );
}
