import { type MailKind, mailsRoutes, reportsRoutes } from '@candid/contracts';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { AuthFrame } from '../../../features/auth/components/auth-frame';
import { call } from '../../../lib/api/call';
import { messageOf } from '../../../lib/api/errors';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { noticeTexts } from '../../../lib/texts/notices';
import { preferencesTexts } from '../../../lib/texts/preferences';
import { Button } from '../../../ui/button/button';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';

/** Opening a mail's link changes nothing, because mail programs open links automatically. Only the button acts. */
function useLinkAct(perform: (token: string) => Promise<unknown>) {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [state, setState] = useState<'ready' | 'busy' | 'done'>('ready');
  const [problem, setProblem] = useState<string>();
  const act = async () => {
    setProblem(undefined);
    setState('busy');
    try {
      await perform(token);
      setState('done');
    } catch (error) {
      setProblem(messageOf(error));
      setState('ready');
    }
  };
  return { token, isBusy: state === 'busy', isDone: state === 'done', problem, setProblem, act };
}

export function UnsubscribePage() {
  const { token, isBusy, isDone, problem, setProblem, act } = useLinkAct((sent) =>
    call(mailsRoutes.unsubscribe, { params: { token: sent }, idempotencyKey: newIdempotencyKey() }),
  );
  // Kind of mail that the link unsubscribes from; null if the link is invalid or could not be checked.
  const [kind, setKind] = useState<MailKind | null>();

  useEffect(() => {
    call(mailsRoutes.seeUnsubscribe, { params: { token: token || '-' } }).then(
      ({ mail }) => setKind(mail ?? null),
      (error: unknown) => {
        setProblem(messageOf(error));
        setKind(null);
      },
    );
  }, [token, setProblem]);

  const name = kind && preferencesTexts.mailKinds[kind].label;
  return (
    <Screen title={preferencesTexts.unsubscribeTitle} width="form">
      <AuthFrame
        title={isDone ? preferencesTexts.unsubscribedTitle : preferencesTexts.unsubscribeTitle}
        lead={name && !isDone ? preferencesTexts.unsubscribeLead(name) : undefined}
        footer={<Link to="/account/preferences">{preferencesTexts.toPreferences}</Link>}
      >
        {kind === undefined && <PageLoading />}
        <NoticeRegion>
          {isDone && name && <Notice tone="success">{preferencesTexts.unsubscribed(name)}</Notice>}
        </NoticeRegion>
        {name && !isDone && (
          <Button variant="primary" block busy={isBusy} onClick={act}>
            {isBusy ? preferencesTexts.unsubscribing : preferencesTexts.unsubscribe}
          </Button>
        )}
        {kind === null && problem === undefined && <Notice tone="danger">{preferencesTexts.unsubscribeInvalid}</Notice>}
        {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      </AuthFrame>
    </Screen>
  );
}

export function ConfirmNoticePage() {
  const { isBusy, isDone, problem, act } = useLinkAct((token) =>
    call(reportsRoutes.confirmNotice, { body: { token }, idempotencyKey: newIdempotencyKey() }),
  );
  return (
    <Screen title={noticeTexts.confirmTitle} width="form">
      <AuthFrame
        title={noticeTexts.confirmTitle}
        lead={isDone ? undefined : noticeTexts.confirmLead}
        footer={<Link to="/guidelines">{noticeTexts.toGuidelines}</Link>}
      >
        <NoticeRegion>{isDone && <Notice tone="success">{noticeTexts.confirmed}</Notice>}</NoticeRegion>
        {!isDone && (
          <Button variant="primary" block busy={isBusy} onClick={act}>
            {noticeTexts.confirm}
          </Button>
        )}
        {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      </AuthFrame>
    </Screen>
  );
}
