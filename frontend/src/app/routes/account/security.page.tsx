import {
  accountRoutes,
  missingFromResetPassword,
  type OpenSession,
  PASSWORD_LENGTH_MAX,
  secondFactorRoutes,
} from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { callWithPassword } from '../../../lib/api/call';
import { ApiError, messageOf } from '../../../lib/api/errors';
import { formatDateTime } from '../../../lib/format/format';
import { useAct } from '../../../lib/query/use-act';
import { forget, keyOf, useRead } from '../../../lib/query/use-read';
import { authTexts } from '../../../lib/texts/auth';
import { secondFactorTexts, securityTexts } from '../../../lib/texts/security';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Button, LinkButton } from '../../../ui/button/button';
import { focusMain } from '../../../ui/dom/dom';
import { Pending } from '../../../ui/notice/load-problem';
import { fieldOf } from '../../../ui/text-field/field-of';
import { PasswordField } from '../../../ui/text-field/text-field';
import { toastStore } from '../../../ui/toast/toast-store';
import { HeadedScreen } from '../../shell/headed-screen';
import { Card, cardsClass } from './account-card';

export default function SecurityPage() {
  return (
    <HeadedScreen title={securityTexts.title} backTo="/account">
      <div className={cardsClass}>
        <Card title={securityTexts.devicesTitle} lead={securityTexts.devicesLead}>
          <SessionList />
        </Card>
        <Card title={securityTexts.passwordTitle} lead={securityTexts.passwordLead}>
          <ChangePassword />
        </Card>
        <Card title={secondFactorTexts.title} lead={secondFactorTexts.lead}>
          <SecondFactor />
        </Card>
      </div>
    </HeadedScreen>
  );
}

function SessionList() {
  const sessions = useRead(accountRoutes.listSessions, {});
  if (!sessions.data) return <Pending query={sessions} problem={securityTexts.devicesFailed} height={120} />;
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
    toastStore.show({ text: securityTexts.loggedOut });
  });
  const end = () => {
    ending
      .run({ params: { sessionId } })
      .catch((error: unknown) => toastStore.show({ text: messageOf(error), tone: 'danger' }));
  };
  const label = device === null ? securityTexts.unknownDevice : securityTexts.deviceOf(device);
  const when = formatDateTime(lastUsedAt);
  return (
    <li className="flex items-center justify-between gap-3 [&>button]:flex-none [&>span]:block [&>span]:min-w-0 [&>span>span]:block [&>span>span]:min-w-0">
      <span>
        <span className="font-medium">{label}</span>
        <span className="text-ink-soft">
          {isCurrent ? securityTexts.thisDevice : securityTexts.lastUsed(when)}
          {network !== null && `, ${securityTexts.from(network)}`}
        </span>
      </span>
      {!isCurrent && (
        <Button size="s" aria-label={securityTexts.logOutOf(label, when)} busy={ending.busy} onClick={end}>
          {securityTexts.logOut}
        </Button>
      )}
    </li>
  );
}

function SecondFactor() {
  const query = useRead(secondFactorRoutes.getSecondFactor, {});
  if (!query.data) return <Pending query={query} problem={secondFactorTexts.loadFailed} height={84} />;
  const { confirmedAt } = query.data;
  return (
    <>
      <p>{confirmedAt ? secondFactorTexts.inUseSince(formatDateTime(confirmedAt)) : secondFactorTexts.off}</p>
      <LinkButton to="/account/second-factor" block>
        {confirmedAt ? secondFactorTexts.manage : secondFactorTexts.setUp}
      </LinkButton>
    </>
  );
}

function ChangePassword() {
  const email = useCurrentUser().data?.email ?? '';
  const form = useForm({ defaultValues: { currentPassword: '', newPassword: '' } });
  const queryClient = useQueryClient();
  const changed = ({ message }: { message: string }) => {
    form.reset();
    toastStore.show({ text: message });
    return forget(queryClient, accountRoutes.listSessions);
  };
  const changing = useAct(accountRoutes.changePassword, changed, callWithPassword);

  const submit = form.handleSubmit(async (passwords) => {
    try {
      await changing.run({ body: passwords });
    } catch (error) {
      const isCurrentWrong = error instanceof ApiError && error.status === 403;
      const field = isCurrentWrong ? 'currentPassword' : 'newPassword';
      form.setError(field, { message: messageOf(error, securityTexts.changeFailed) }, { shouldFocus: true });
    }
  });

  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      {/* The hidden user name lets a password manager find the right entry. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        label={securityTexts.currentPassword}
        autoComplete="current-password"
        {...fieldOf(form, 'currentPassword', { required: securityTexts.currentPasswordMissing })}
      />
      <PasswordField
        label={authTexts.newPassword}
        autoComplete="new-password"
        hint={authTexts.resetPasswordHint}
        {...fieldOf(form, 'newPassword', { validate: (password) => problemOf(password) ?? true })}
      />
      <Button type="submit" block busy={changing.busy}>
        {changing.busy ? securityTexts.changing : securityTexts.change}
      </Button>
    </form>
  );
}

function problemOf(password: string): string | undefined {
  const missing = missingFromResetPassword(password);
  if (missing.length > 0) return authTexts.resetWeak(missing);
  return password.length > PASSWORD_LENGTH_MAX ? authTexts.passwordTooLong : undefined;
}
