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
import { backClass, sectionClass, summaryClass, titleClass } from './legal-text-classes';

/** The rules for photos, comments and ratings, and how reports, decisions and appeals work. */
export default function GuidelinesPage() {
  const isMember = useSession().session !== null;
  useRuleInSight();
  return (
    <Screen title={texts.title}>
      <header className="grid gap-2 pt-8 pb-6">
        {isMember && (
          <Link to="/account" className={backClass} aria-label={commonTexts.back}>
            <ArrowLeft aria-hidden="true" />
          </Link>
        )}
        <p className="text-14 text-ink-soft">{texts.effective}</p>
        <h1 className={titleClass}>{texts.title}</h1>
        <p className={summaryClass}>{texts.summary}</p>
      </header>
      <section className={sectionClass}>
        <h2>{texts.rules}</h2>
        <ol className="-mx-3 grid gap-1">
          {GUIDELINES.map(({ id, title, text }) => (
            <li
              key={id}
              id={id}
              tabIndex={-1}
              className="grid rounded-12 px-3 py-2 focus:bg-accent-soft focus:outline-none [&_span]:text-ink-soft"
            >
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </section>
      {texts.sections.map((section) => (
        <section key={section.title} className={sectionClass}>
          <h2>{section.title}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <TargetTimes />
      <section className={sectionClass}>
        <p>{texts.terms}</p>
        <p className="flex flex-wrap gap-x-5 [&_a]:inline-flex [&_a]:min-h-target [&_a]:items-center">
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
    <section className={sectionClass}>
      <h2>{targets.title}</h2>
      <p>{targets.lead}</p>
      <dl className="[&_dd]:max-w-[40%] [&_dd]:flex-[0_0_auto] [&_dd]:text-right [&_dd]:font-medium [&_dd]:wrap-anywhere [&_div]:flex [&_div]:justify-between [&_div]:gap-4 [&_div]:py-2 [&_div+div]:border-t [&_div+div]:border-t-line [&_dt]:text-ink-soft">
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
