import { accountRoutes, identityRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { AssessExample } from '../../../features/assess/components/assess-example';
import { ApiError, hasCode, messageOf } from '../../../lib/api/errors';
import { useAct } from '../../../lib/query/use-act';
import { forget, useRead } from '../../../lib/query/use-read';
import { sessionStore } from '../../../lib/session/session-store';
import { accountTexts } from '../../../lib/texts/account';
import { approvalTexts } from '../../../lib/texts/approval';
import { feedbackTexts } from '../../../lib/texts/feedback';
import { tokensTexts } from '../../../lib/texts/tokens';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Button, LinkButton } from '../../../ui/button/button';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { fieldOf } from '../../../ui/text-field/field-of';
import { PasswordField } from '../../../ui/text-field/text-field';
import { HeadedScreen } from '../../shell/headed-screen';

export default function ApprovePage() {
  const offer = useRead(identityRoutes.getAssessorTrial, {}, { staleTime: 0 });
  const { isOffered = false, retryAt = null } = offer.data ?? {};
  return (
    <HeadedScreen title={approvalTexts.title} lead={approvalTexts.lead}>
      <div className="grid gap-8 wide:grid-cols-2 wide:grid-rows-[auto_1fr] wide:items-start wide:gap-x-12 wide:gap-y-6">
        <AssessExample />
        <div className="grid gap-8 wide:row-span-2">
          {offer.isPending && <Skeleton height={148} />}
          {(isOffered || retryAt) && (
            <Way title={approvalTexts.trialTitle}>
              <p>{retryAt ? approvalTexts.trialLater(retryAt) : approvalTexts.trialText}</p>
              {isOffered && (
                <LinkButton to="/approve/trial" variant="primary" block>
                  {approvalTexts.tryPairs}
                </LinkButton>
              )}
            </Way>
          )}
          <AskForPasskey isMain={!isOffered && !offer.isPending} />
          <EnterPasskey />
        </div>
        <Way title={approvalTexts.earnTitle}>
          <p>{tokensTexts.earnText}</p>
        </Way>
      </div>
    </HeadedScreen>
  );
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 [&>p]:text-ink-soft">
      <h2 className="text-20">{title}</h2>
      {children}
    </section>
  );
}

function AskForPasskey({ isMain }: { isMain: boolean }) {
  const user = useCurrentUser().data;
  const queryClient = useQueryClient();
  const messages = useRead(accountRoutes.listOwnFeedback, {}, { staleTime: 0 });
  const [sentAt, setSentAt] = useState<string | null>(null);
  const asking = useAct(identityRoutes.sendFeedback, () => {
    setSentAt(new Date().toISOString());
    void forget(queryClient, accountRoutes.listOwnFeedback);
  });
  if (!user || messages.isPending) return <Skeleton height={148} />;
  const { email } = user;
  const last = messages.data?.feedback.find(({ subject }) => subject === 'passkey');
  const askedAt = sentAt ?? (last?.answer === null ? last.sentAt : null);
  return (
    <Way title={askedAt || last ? approvalTexts.askedTitle : approvalTexts.askTitle}>
      <p>{approvalTexts.passkeyMeaning}</p>
      <NoticeRegion>
        {askedAt && <Notice tone="success">{approvalTexts.asked(email, askedAt)}</Notice>}
        {asking.error !== null && <Notice tone="danger">{messageOf(asking.error, accountTexts.feedbackFailed)}</Notice>}
      </NoticeRegion>
      {!askedAt && <p className="wrap-anywhere">{last ? approvalTexts.answered : approvalTexts.askText(email)}</p>}
      {(askedAt || last) && (
        <LinkButton to="/feedback?show=messages" variant={isMain && !askedAt ? 'primary' : 'secondary'} block>
          {approvalTexts.seeMessages}
        </LinkButton>
      )}
      {!askedAt && (
        <Button
          variant={isMain && !last ? 'primary' : 'secondary'}
          block
          busy={asking.busy}
          onClick={() =>
            void asking
              .run({ body: { email, feedback: feedbackTexts.asks.passkey, subject: 'passkey' } })
              .catch(() => undefined)
          }
        >
          {asking.busy ? approvalTexts.asking : approvalTexts.ask}
        </Button>
      )}
    </Way>
  );
}

function EnterPasskey() {
  const navigate = useNavigate();
  const { passkey = '' } = (useLocation().state ?? {}) as { passkey?: string };
  const form = useForm({ defaultValues: { passkey } });
  const approving = useAct(identityRoutes.approveAssessor);

  const submit = form.handleSubmit(async ({ passkey }) => {
    try {
      const { assessorToken } = await approving.run({ body: { passkey: passkey.trim() } });
      sessionStore.approveAssessor(assessorToken);
      navigate('/feed', { replace: true });
    } catch (error) {
      form.setValue('passkey', '');
      const wrong = hasCode(error, 'PASSKEY_INCORRECT') || (error instanceof ApiError && error.status === 403);
      const message = wrong ? approvalTexts.passkeyWrong : messageOf(error);
      form.setError('passkey', { message }, { shouldFocus: true });
    }
  });

  return (
    <Way title={approvalTexts.passkeyTitle}>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <PasswordField
          label={approvalTexts.passkey}
          hint={approvalTexts.passkeyHint}
          autoComplete="off"
          {...fieldOf(form, 'passkey', {
            validate: (passkey) => passkey.trim() !== '' || approvalTexts.passkeyMissing,
          })}
        />
        <Button type="submit" block busy={approving.busy}>
          {approving.busy ? approvalTexts.submitting : approvalTexts.submit}
        </Button>
      </form>
    </Way>
  );
}
