import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useSession } from '../../../lib/session/use-session';
import { commonTexts } from '../../../lib/texts/common';
import type { LegalDocument } from '../../../lib/texts/legal';
import { Screen } from '../../shell/screen';
import { backClass, sectionClass, summaryClass, titleClass } from './legal-text-classes';

export function LegalText({ document }: { document: LegalDocument }) {
  const isMember = useSession().session !== null;
  return (
    <Screen title={document.title}>
      <header className="grid gap-2 pt-8 pb-6">
        {isMember && (
          <Link to="/account" className={backClass} aria-label={commonTexts.back}>
            <ArrowLeft aria-hidden="true" />
          </Link>
        )}
        <p className="text-14 text-ink-soft">{document.effective}</p>
        <h1 className={titleClass}>{document.title}</h1>
        <p className={summaryClass}>{document.summary}</p>
      </header>
      {document.sections.map((section) => (
        <section key={section.title} className={sectionClass}>
          <h2>{section.title}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </Screen>
  );
}
