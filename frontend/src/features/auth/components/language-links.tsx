import type { Language } from '@candid/contracts';
import { useLocation } from 'react-router-dom';
import { connectionStore } from '../../../lib/connection/connection-store';
import { languageNames, pageLanguage } from '../../../lib/language/languages';

const others = (Object.keys(languageNames) as Language[]).filter((language) => language !== pageLanguage);

/** Leads to this page in the other languages, each in its own words. */
export default function LanguageLinks() {
  const { pathname } = useLocation();
  return others.map((language) => (
    <a
      key={language}
      href={pathname}
      lang={language}
      hrefLang={language}
      className="min-w-target justify-center text-14"
      onClick={(event) => {
        event.preventDefault();
        showIn(language).catch(() => undefined);
      }}
    >
      {languageNames[language]}
    </a>
  ));
}

/** Without a connection, the browser would show its error page. This page stays and says that it is offline. */
async function showIn(language: Language): Promise<void> {
  await connectionStore.unanswered();
  if (connectionStore.current() !== 'online') return;
  const { takeLanguage } = await import('../../../lib/language/take-language');
  await takeLanguage(language);
}
