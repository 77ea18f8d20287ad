import { type MailKind, mailsRoutes } from '@candid/contracts';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { AuthFrame } from '../../../features/auth/components/auth-frame';
import { call } from '../../../lib/api/call';
import { messageOf } from '../../../lib/api/errors';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { preferencesTexts as texts } from '../../../lib/texts/preferences';
import { Button } from '../../../ui/button/button';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';

type State = 'checking' | 'asking' | 'stopping' | 'stopped' | 'invalid';

/** The target of the unsubscribe link. Opening it changes nothing, because mail programs open links by themselves; the button does. */
export default function UnsubscribePage() {
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

  const name = kind && texts.mailKinds[kind].label;
  const asks = state === 'asking' || state === 'stopping';
  return (
    <Screen title={texts.unsubscribeTitle} width="form">
      <AuthFrame
        title={state === 'stopped' ? texts.unsubscribedTitle : texts.unsubscribeTitle}
        {...(asks && name && { lead: texts.unsubscribeLead(name) })}
        footer={<Link to="/account/preferences">{texts.toPreferences}</Link>}
      >
        {state === 'checking' && <PageLoading />}
        <NoticeRegion>
          {state === 'stopped' && name && <Notice tone="success">{texts.unsubscribed(name)}</Notice>}
        </NoticeRegion>
        {asks && (
          <Button variant="primary" block busy={state === 'stopping'} onClick={stop}>
            {state === 'stopping' ? texts.unsubscribing : texts.unsubscribe}
          </Button>
        )}
        {state === 'invalid' && problem === undefined && <Notice tone="danger">{texts.unsubscribeInvalid}</Notice>}
        {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      </AuthFrame>
    </Screen>
  );
}
