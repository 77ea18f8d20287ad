import { reportsRoutes, type Statement } from '@candid/contracts';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { call } from '../../../lib/api/call';
import { ApiError, messageOf } from '../../../lib/api/errors';
import { legalNames } from '../../../lib/texts/common';
import { decisionTexts as texts } from '../../../lib/texts/decisions';
import { AppealForm } from '../../../shared/safety/appeal-form';
import { StatementCard } from '../../../shared/safety/statement-card';
import { appealStateOf } from '../../../shared/safety/statement-words';
import { LinkButton } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { PageHeader } from '../../../ui/page-header/page-header';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';

type Found = { readonly statement: Statement } | { readonly problem: string } | 'loading' | 'unknown';

/** Page behind the link in a mail about a decision. Suspended people can use the page, because it needs no log-in. */
export default function AppealPage() {
  const [search] = useSearchParams();
  const [tries, setTries] = useState(0);
  const found = useStatement(search.get('token') ?? '', tries);
  return (
    <Screen title={texts.linkTitle}>
      {found === 'unknown' ? (
        <EmptyState
          headingLevel={1}
          title={texts.linkUnknown}
          text={texts.linkUnknownText}
          action={<LinkButton to="/guidelines">{legalNames.guidelines}</LinkButton>}
        />
      ) : (
        <>
          <PageHeader title={texts.linkTitle} />
          {found === 'loading' && <PageLoading text={texts.linkLoading} />}
          {typeof found === 'object' && 'problem' in found && (
            <LoadProblem text={`${texts.linkFailed} ${found.problem}`} onRetry={() => setTries(tries + 1)} />
          )}
          {typeof found === 'object' && 'statement' in found && (
            <Appeal statement={found.statement} token={search.get('token') ?? ''} />
          )}
        </>
      )}
    </Screen>
  );
}

function Appeal({ statement, token }: { statement: Statement; token: string }) {
  const [now] = useState(Date.now);
  const isOpen = appealStateOf(statement, now) === 'open';
  return (
    <div className="grid gap-5">
      <StatementCard statement={statement} now={now} />
      {isOpen && (
        <section className="grid gap-5">
          <h2>{texts.appealTitle}</h2>
          <AppealForm subject={{ token }} />
        </section>
      )}
      <p className="flex flex-wrap gap-x-5 [&_a]:inline-flex [&_a]:min-h-target [&_a]:items-center">
        <Link to="/terms-of-service">{legalNames.terms}</Link>
        <Link to="/privacy-policy">{legalNames.privacy}</Link>
      </p>
    </div>
  );
}

function useStatement(token: string, tries: number): Found {
  const [found, setFound] = useState<Found>('loading');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry repeats the request
  useEffect(() => {
    if (token === '') return setFound('unknown');
    const leaving = new AbortController();
    setFound('loading');
    call(reportsRoutes.getStatementByToken, { params: { token }, signal: leaving.signal }).then(
      ({ statement }) => setFound({ statement }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
        setFound(isUnknown ? 'unknown' : { problem: messageOf(error) });
      },
    );
    return () => leaving.abort();
  }, [token, tries]);
  return found;
}
