import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { CodeSentContext } from '../../../features/auth/code-sent';
import { longDayOf } from '../../../lib/language/language';
import { useSession } from '../../../lib/session/use-session';
import { commonTexts, legalNames } from '../../../lib/texts/common';
import { landingTexts } from '../../../lib/texts/landing';
import { ScoreChip } from '../../../shared/scores/score-chip';
import { Brand } from '../../../ui/brand/brand';
import { LinkButton } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { Portrait } from '../../../ui/portrait/portrait';
import { lazyPage, Page } from '../../lazy-page';
import { Screen } from '../../shell/screen';

/** The text renders first; the form loads later into the space that is reserved for it. */
const codeRequestForm = lazyPage(() => import('../../../features/auth/components/code-request-form'));

/** The links come after the first rendering. If their chunk does not load, the page has none. */
const LanguageLinks = lazy(() =>
  import('../../../features/auth/components/language-links').catch(() => ({ default: () => [] })),
);

export function LandingPage() {
  const { ended, deletionDate } = useSession();
  const [codeSent, setCodeSent] = useState(false);

  return (
    <Screen title={commonTexts.appName} width="wide">
      <div className="flex flex-wrap items-center justify-between pt-[max(12px,var(--safe-top))] pb-2 wide:py-5">
        <Brand />
        <LinkButton to="/login" size="s">
          {landingTexts.login}
        </LinkButton>
      </div>
      {ended === 'deleted' && deletionDate && (
        <div className="mb-5">
          <Notice tone="success">{landingTexts.goodbye(longDayOf(new Date(deletionDate)))}</Notice>
        </div>
      )}
      <div className="grid gap-5 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] wide:items-center wide:gap-16 wide:py-6">
        <div className="wide:order-1">
          <LandingArt />
        </div>
        <div className="grid gap-4 wide:max-w-115 wide:gap-5">
          {!codeSent && (
            <p className="justify-self-start rounded-pill bg-accent-soft px-2.5 py-[3px] text-13 font-bold text-accent-ink">
              {landingTexts.betaBadge}
            </p>
          )}
          <h1 className="text-28 leading-[1.12] font-heavy tracking-[-0.028em] wide:text-40 wide:leading-[1.06]">
            {landingTexts.tagline}
          </h1>
          {/* The next step must be in sight on a phone. */}
          {!codeSent && <p className="text-ink-soft">{landingTexts.betaNotice}</p>}
          <Suspense fallback={<div className="h-[143px]" />}>
            <CodeSentContext value={() => setCodeSent(true)}>
              <Page of={codeRequestForm} />
            </CodeSentContext>
          </Suspense>
          <LinkButton to="/signup" variant={codeSent ? 'primary' : 'secondary'} block>
            {landingTexts.haveCode}
          </LinkButton>
        </div>
      </div>
      <ul className="mt-10 grid gap-5 border-t border-t-line pt-8 wide:grid-cols-[repeat(3,1fr)] wide:gap-10">
        {landingTexts.points.map((point) => (
          <li key={point.title} className="grid gap-1 text-ink-soft">
            <h2 className="text-16 text-ink">{point.title}</h2>
            <p>{point.text}</p>
          </li>
        ))}
      </ul>
      <footer className="mt-8 flex flex-wrap gap-x-5 text-14 [&_a]:inline-flex [&_a]:min-h-target-small [&_a]:items-center [&_a]:text-ink-soft">
        <Link to="/guidelines">{legalNames.guidelines}</Link>
        <Link to="/terms-of-service">{legalNames.terms}</Link>
        <Link to="/privacy-policy">{legalNames.privacy}</Link>
        <Suspense>
          <LanguageLinks />
        </Suspense>
      </footer>
    </Screen>
  );
}

const cardClass = 'absolute aspect-4/5 overflow-hidden rounded-24 border-4 border-ground bg-tone';

function LandingArt() {
  return (
    <div className="relative mx-auto aspect-[1/0.74] w-[min(100%,460px)]" aria-hidden="true">
      <div className={`${cardClass} top-[13%] left-[4%] w-[37%] animate-from-middle -rotate-7`}>
        <Portrait photo="dusk" />
        <span className="absolute top-2 left-2 block">
          <ScoreChip score={9} />
        </span>
      </div>
      <div className={`${cardClass} top-[13%] right-[4%] w-[37%] animate-from-middle rotate-7`}>
        <Portrait photo="coral" />
        <span className="absolute top-2 right-2 block">
          <ScoreChip score={13} />
        </span>
      </div>
      <div className={`${cardClass} top-0 left-[27.5%] w-[45%]`}>
        <Portrait photo="field" />
        <span className="absolute top-2 right-2 block">
          <ScoreChip score={17} />
        </span>
        <span className="absolute inset-x-2 bottom-2 rounded-12 bg-scrim px-2 py-1.5 text-center text-13 leading-[1.25] font-medium text-on-scrim">
          {landingTexts.artComment}
        </span>
      </div>
      <div className="absolute inset-x-[8%] bottom-0 flex items-center gap-3 rounded-pill border border-line bg-surface px-4 py-3 text-13 font-bold text-ink-soft">
        <span>{landingTexts.artScaleStart}</span>
        <span className="relative h-2 flex-1 rounded-pill bg-tone-strong">
          <span className="absolute inset-y-0 right-[4%] left-[66%] rounded-pill bg-line-strong" />
          <span className="absolute -top-[7px] left-[80%] size-5.5 rounded-full border-4 border-surface bg-band-4" />
        </span>
        <span>{landingTexts.artScaleEnd}</span>
      </div>
    </div>
  );
}
