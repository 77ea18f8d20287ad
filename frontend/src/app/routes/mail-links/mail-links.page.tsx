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

type State = 'checking' | 'asking' | 'stopping' | 'stopped' | 'invalid';

/** The target of the unsubscribe link. Opening it changes nothing, because mail programs open links by themselves; the button does. */
export function UnsubscribePage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [state, setState] = useState<State>('checking');
  const [kind, setKind] = useState<MailKind>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    call(mailsRoutes.seeUnsubscribe, { params: { token: token || '-' } }).then(
      ({ mail }) => {
        setKind(mail);
        setState(mail ? 'asking' : 'invalid');
      },
      (error: unknown) => {
        setProblem(messageOf(error));
        setState('invalid');
      },
    );
  }, [token]);

  const stop = async () => {
    setProblem(undefined);
    setState('stopping');
    try {
      await call(mailsRoutes.unsubscribe, { params: { token }, idempotencyKey: newIdempotencyKey() });
      setState('stopped');
    } catch (error) {
      setProblem(messageOf(error));
      setState('asking');
    }
  };

  const name = kind && preferencesTexts.mailKinds[kind].label;
  const asks = state === 'asking' || state === 'stopping';
  return (
    <Screen title={preferencesTexts.unsubscribeTitle} width="form">
      <AuthFrame
        title={state === 'stopped' ? preferencesTexts.unsubscribedTitle : preferencesTexts.unsubscribeTitle}
        {...(asks && name && { lead: preferencesTexts.unsubscribeLead(name) })}
        footer={<Link to="/account/preferences">{preferencesTexts.toPreferences}</Link>}
      >
        {state === 'checking' && <PageLoading />}
        <NoticeRegion>
          {state === 'stopped' && name && <Notice tone="success">{preferencesTexts.unsubscribed(name)}</Notice>}
        </NoticeRegion>
        {asks && (
          <Button variant="primary" block busy={state === 'stopping'} onClick={stop}>
            {state === 'stopping' ? preferencesTexts.unsubscribing : preferencesTexts.unsubscribe}
          </Button>
        )}
        {state === 'invalid' && problem === undefined && (
          <Notice tone="danger">{preferencesTexts.unsubscribeInvalid}</Notice>
        )}
        {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      </AuthFrame>
    </Screen>
  );
}

/** The target of a receipt's link. Opening it changes nothing, because mail programs open links by themselves; the button does. */
export function ConfirmNoticePage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [state, setState] = useState<'asking' | 'confirming' | 'confirmed'>('asking');
  const [problem, setProblem] = useState<string>();

  const confirm = async () => {
    setProblem(undefined);
    setState('confirming');
    try {
      await call(reportsRoutes.confirmNotice, { body: { token }, idempotencyKey: newIdempotencyKey() });
      setState('confirmed');
    } catch (error) {
      setProblem(messageOf(error));
      setState('asking');
    }
  };

  return (
    <Screen title={noticeTexts.confirmTitle} width="form">
      <AuthFrame
        title={noticeTexts.confirmTitle}
        {...(state !== 'confirmed' && { lead: noticeTexts.confirmLead })}
        footer={<Link to="/guidelines">{noticeTexts.toGuidelines}</Link>}
      >
        <NoticeRegion>{state === 'confirmed' && <Notice tone="success">{noticeTexts.confirmed}</Notice>}</NoticeRegion>
        {state !== 'confirmed' && (
          <Button variant="primary" block busy={state === 'confirming'} onClick={confirm}>
            {noticeTexts.confirm}
          </Button>
        )}
        {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      </AuthFrame>
    </Screen>
  );
}
