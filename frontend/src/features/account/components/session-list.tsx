import { accountRoutes, type OpenSession } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api/errors';
import { formatDateTime } from '../../../lib/format/format';
import { useAct } from '../../../lib/query/use-act';
import { keyOf, useRead } from '../../../lib/query/use-read';
import { securityTexts as texts } from '../../../lib/texts/security';
import { Button } from '../../../ui/button/button';
import { focusMain } from '../../../ui/dom/dom';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { toastStore } from '../../../ui/toast/toast-store';

/** Lists the devices on which the person is logged in. They can log out each other device. */
export function SessionList() {
  const sessions = useRead(accountRoutes.listSessions, {});
  if (sessions.isLoadingError) {
    return <LoadProblem text={texts.devicesFailed} onRetry={() => sessions.refetch()} />;
  }
  if (!sessions.data) return <Skeleton height={120} />;
  return (
    <ul className="grid gap-4">
      {sessions.data.sessions.map((session) => (
        <SessionRow key={session.sessionId} session={session} />
      ))}
    </ul>
  );
}

function SessionRow({ session: { sessionId, device, network, lastUsedAt, isCurrent } }: { session: OpenSession }) {
  const queryClient = useQueryClient();
  const ending = useAct(accountRoutes.endSession, () => {
    focusMain();
    queryClient.setQueryData(
      keyOf(accountRoutes.listSessions),
      (open) => open && { ...open, sessions: open.sessions.filter((session) => session.sessionId !== sessionId) },
    );
    toastStore.show({ text: texts.loggedOut });
  });
  const end = () => {
    ending
      .run({ params: { sessionId } })
      .catch((error: unknown) => toastStore.show({ text: messageOf(error), tone: 'danger' }));
  };
  const label = device ?? texts.unknownDevice;
  const when = formatDateTime(lastUsedAt);
  return (
    <li className="flex items-center justify-between gap-3 [&>button]:flex-none [&>span]:block [&>span]:min-w-0 [&>span>span]:block [&>span>span]:min-w-0">
      <span>
        <span className="font-medium">{label}</span>
        <span className="text-ink-soft">
          {isCurrent ? texts.thisDevice : texts.lastUsed(when)}
          {network !== null && `, ${texts.from(network)}`}
        </span>
      </span>
      {!isCurrent && (
        <Button size="s" aria-label={texts.logOutOf(label, when)} busy={ending.busy} onClick={end}>
          {texts.logOut}
        </Button>
      )}
    </li>
  );
}
