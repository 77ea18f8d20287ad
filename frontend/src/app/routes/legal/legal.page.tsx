import { CASE_URGENCY, MODERATION } from '@candid/contracts';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../../lib/session/use-session';
import { commonTexts, legalNames } from '../../../lib/texts/common';
import { ruleIds, ruleTexts } from '../../../lib/texts/guidelines';
import { type LegalDocument, privacyPolicy, termsOfService, guidelinesTexts as texts } from '../../../lib/texts/legal';
import { withinWords } from '../../../lib/texts/safety';
import { FactList } from '../../../ui/fact-list/fact-list';
import { Screen } from '../../shell/screen';

const sectionClass = 'grid max-w-[66ch] gap-3 border-t border-t-line py-5 [&_p]:text-ink-soft';

export const PrivacyPage = () => <LegalText document={privacyPolicy} />;
export const TermsPage = () => <LegalText document={termsOfService} />;

interface LegalPageProps {
  document: Pick<LegalDocument, 'title' | 'summary' | 'effective'>;
  children: ReactNode;
}

function LegalPage({ document, children }: LegalPageProps) {
  const isMember = useSession().session !== null;
  return (
    <Screen title={document.title}>
      <header className="grid gap-2 pt-8 pb-6">
        {isMember && (
          <Link
            to="/account"
            className="-mt-4 mr-0 mb-0 -ml-2.5 grid size-target place-items-center rounded-full text-ink hover:bg-tone"
            aria-label={commonTexts.back}
          >
            <ArrowLeft aria-hidden="true" />
          </Link>
        )}
        <p className="text-14 text-ink-soft">{document.effective}</p>
        <h1 className="text-40 leading-[1.05] tracking-[-0.03em] wrap-anywhere">{document.title}</h1>
        <p className="max-w-[52ch] text-20 leading-[1.4] text-ink-soft">{document.summary}</p>
      </header>
      {children}
    </Screen>
  );
}

function LegalText({ document }: { document: LegalDocument }) {
  return (
    <LegalPage document={document}>
      <Sections of={document.sections} />
    </LegalPage>
  );
}

function Sections({ of: sections }: { of: LegalDocument['sections'] }) {
  return sections.map(({ title, paragraphs }) => (
    <section key={title} className={sectionClass}>
      <h2>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  ));
}

export function GuidelinesPage() {
  useRuleInSight();
  return (
    <LegalPage document={texts}>
      <section className={sectionClass}>
        <h2>{texts.rules}</h2>
        <ol className="-mx-3 grid gap-1">
          {ruleIds.map((id) => (
            <li
              key={id}
              id={id}
              tabIndex={-1}
              className="grid rounded-12 px-3 py-2 focus:bg-accent-soft focus:outline-none [&_span]:text-ink-soft"
            >
              <strong>{ruleTexts[id].title}</strong>
              <span>{ruleTexts[id].text}</span>
            </li>
          ))}
        </ol>
      </section>
      <Sections of={texts.sections} />
      <TargetTimes />
      <section className={sectionClass}>
        <p>{texts.terms}</p>
        <p className="flex flex-wrap gap-x-5 [&_a]:inline-flex [&_a]:min-h-target [&_a]:items-center">
          <Link to="/feedback?about=content">{texts.reportContent}</Link>
          <Link to="/terms-of-service">{legalNames.terms}</Link>
          <Link to="/privacy-policy">{legalNames.privacy}</Link>
        </p>
      </section>
    </LegalPage>
  );
}

const targeted = ['minor', 'illegal', 'sexual', 'notOwn', 'comments'] as const;

function TargetTimes() {
  const { targets } = texts;
  const within = (ms: number) => targets.within(withinWords(ms));
  const times = targeted.map((reason) => [targets.reasons[reason], within(CASE_URGENCY[reason].targetMs)]);
  return (
    <section className={sectionClass}>
      <h2>{targets.title}</h2>
      <p>{targets.lead}</p>
      <FactList
        facts={{ ...Object.fromEntries(times), [targets.appeal]: within(MODERATION.appealTargetMs) }}
        className="[&_dd]:max-w-[40%] [&_dd]:flex-[0_0_auto] [&_dd]:text-right [&_dd]:font-medium [&_dd]:wrap-anywhere [&_div]:flex [&_div]:justify-between [&_div]:gap-4 [&_div]:py-2 [&_div+div]:border-t [&_div+div]:border-t-line [&_dt]:text-ink-soft"
      />
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
