import { reportsRoutes } from '@candid/contracts';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { AuthFrame } from '../../../features/auth/components/auth-frame';
import { call } from '../../../lib/api/call';
import { messageOf } from '../../../lib/api/errors';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { noticeTexts as texts } from '../../../lib/texts/notices';
import { Button } from '../../../ui/button/button';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';
import { Screen } from '../../shell/screen';

/** The target of a receipt's link. Opening it changes nothing, because mail programs open links by themselves; the button does. */
export default function ConfirmNoticePage() {
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
    <Screen title={texts.confirmTitle} width="form">
      <AuthFrame
        title={texts.confirmTitle}
        {...(state !== 'confirmed' && { lead: texts.confirmLead })}
        footer={<Link to="/guidelines">{texts.toGuidelines}</Link>}
      >
        <NoticeRegion>{state === 'confirmed' && <Notice tone="success">{texts.confirmed}</Notice>}</NoticeRegion>
        {state !== 'confirmed' && (
          <Button variant="primary" block busy={state === 'confirming'} onClick={confirm}>
            {texts.confirm}
          </Button>
        )}
        {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      </AuthFrame>
    </Screen>
  );
}
