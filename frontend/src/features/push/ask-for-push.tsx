import { useState } from 'react';
import { useUserId } from '../../lib/session/use-session';
import { pushTexts } from '../../lib/texts/push';
import { Button } from '../../ui/button/button';
import { focusMain } from '../../ui/dom/dom';
import { Notice } from '../../ui/notice/notice';
import { allKinds, pushDeclined, usePush } from './use-push';

/** Asks once for permission to notify a person who waits for ratings. Shows nothing where there is nothing to ask. */
export default function AskForPush() {
  const userId = useUserId();
  const push = usePush();
  const [answered, setAnswered] = useState<'yes' | 'no' | null>(pushDeclined.of(userId) ? 'no' : null);
  const status = push.state?.status;
  if (answered === 'yes' && status === 'on') return <Notice tone="success">{pushTexts.accepted}</Notice>;
  if (answered === 'no' || status !== 'off' || (answered === 'yes' && !push.busy && !push.error)) return null;
  const decline = () => {
    pushDeclined.set(userId, true);
    setAnswered('no');
    focusMain();
  };
  const accept = () => {
    setAnswered('yes');
    void push.run(allKinds).catch(() => undefined);
  };
  return (
    <Notice
      tone={push.error ? 'danger' : 'plain'}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="s" busy={push.busy} onClick={accept}>
            {pushTexts.accept}
          </Button>
          <Button size="s" variant="quiet" onClick={decline}>
            {pushTexts.decline}
          </Button>
        </div>
      }
    >
      {push.error ? pushTexts.failed : pushTexts.ask}
    </Notice>
  );
}
