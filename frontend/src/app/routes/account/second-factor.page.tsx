import '../../../ui/console.css';
import { secondFactorRoutes as routes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { encode } from 'uqr';
import { type Answer, callWithPassword } from '../../../lib/api/call';
import { messageOf } from '../../../lib/api/errors';
import { whole } from '../../../lib/language/language';
import { useAction } from '../../../lib/query/use-act';
import { forget, useRead } from '../../../lib/query/use-read';
import { sessionStore } from '../../../lib/session/session-store';
import { secondFactorTexts } from '../../../lib/texts/security';
import { useCurrentUser } from '../../../lib/user/current-user';
import { isStaff } from '../../../lib/user/staff';
import { Section } from '../../../shared/console/section';
import { Copyable, Facts, Moment } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { focusMain, saveFile } from '../../../ui/dom/dom';
import { Pending } from '../../../ui/notice/load-problem';
import { Notice } from '../../../ui/notice/notice';
import { fieldOf } from '../../../ui/text-field/field-of';
import { CodeField, PasswordField } from '../../../ui/text-field/text-field';
import { toastStore } from '../../../ui/toast/toast-store';
import { HeadedScreen } from '../../shell/headed-screen';

/** Refetches only after the person's own actions, because a new state would hide the recovery codes on the page. */
export const useSecondFactor = () => useRead(routes.getSecondFactor, {}, { staleTime: Number.POSITIVE_INFINITY });

const FEW_CODES = 3;

function useReload() {
  const queryClient = useQueryClient();
  return () => void forget(queryClient, routes.getSecondFactor);
}

export function SetUpPage() {
  return (
    <HeadedScreen
      title={secondFactorTexts.setUpTitle}
      lead={secondFactorTexts.setUpLead}
      backTo="/account"
      width="page"
    >
      <SecondFactorSetup onDone={useReload()} />
    </HeadedScreen>
  );
}

export default function OwnSecondFactorPage() {
  return <SecondFactorPage backTo="/account/security" />;
}

export function SecondFactorPage(header: Pick<ComponentProps<typeof HeadedScreen>, 'backTo'>) {
  const query = useSecondFactor();
  const reload = useReload();
  const { data } = query;
  return (
    <HeadedScreen title={secondFactorTexts.title} lead={secondFactorTexts.lead} {...header}>
      {!data && <Pending query={query} problem={secondFactorTexts.loadFailed} height={120} />}
      {data && (data.confirmedAt === null ? <SecondFactorSetup onDone={reload} /> : <InUse factor={data} />)}
    </HeadedScreen>
  );
}

type SecondFactor = Answer<typeof routes.getSecondFactor>;

function InUse({ factor: { confirmedAt, recoveryCodesLeft } }: { factor: SecondFactor }) {
  const reload = useReload();
  const user = useCurrentUser().data;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [setUps, setSetUps] = useState(0);
  return (
    <>
      <Section title={secondFactorTexts.inUse}>
        <Facts
          facts={{
            [secondFactorTexts.since]: confirmedAt && <Moment at={confirmedAt} />,
            [secondFactorTexts.codesLeft]: whole(recoveryCodesLeft),
          }}
        />
        {recoveryCodesLeft <= FEW_CODES && <Notice>{secondFactorTexts.fewCodes(recoveryCodesLeft)}</Notice>}
      </Section>
      <Section title={secondFactorTexts.recoveryCodes} text={secondFactorTexts.recoveryCodesText}>
        {codes ? (
          <RecoveryCodes
            codes={codes}
            onKept={() => {
              setCodes(null);
              reload();
            }}
          />
        ) : (
          <CodeForm
            label={secondFactorTexts.proof}
            takes="letters-too"
            submit={secondFactorTexts.replace}
            submitting={secondFactorTexts.replacing}
            failed={secondFactorTexts.replaceFailed}
            perform={(secondFactor, idempotencyKey) =>
              callWithPassword(routes.replaceRecoveryCodes, { body: { secondFactor }, idempotencyKey })
            }
            onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
          />
        )}
      </Section>
      <Section title={secondFactorTexts.newPhone} text={secondFactorTexts.newPhoneText}>
        <SecondFactorSetup
          key={setUps}
          isReplacement
          onDone={() => {
            setSetUps(setUps + 1);
            reload();
          }}
        />
      </Section>
      {user && !isStaff(user.roles) && (
        <Section title={secondFactorTexts.turnOffTitle} text={secondFactorTexts.turnOffText}>
          <CodeForm
            label={secondFactorTexts.proof}
            takes="letters-too"
            submit={secondFactorTexts.turnOff}
            submitting={secondFactorTexts.turningOff}
            failed={secondFactorTexts.turnOffFailed}
            variant="danger"
            perform={(secondFactor, idempotencyKey) =>
              callWithPassword(routes.removeSecondFactor, { body: { secondFactor }, idempotencyKey })
            }
            onDone={() => {
              focusMain();
              toastStore.show({ text: secondFactorTexts.turnedOff });
              reload();
            }}
          />
        </Section>
      )}
    </>
  );
}

const codeFormClass = 'grid max-w-120 grid-cols-1 gap-4';
const codeActionsClass = 'flex flex-wrap items-center gap-3';

type BegunSecondFactor = Answer<typeof routes.beginSecondFactor>;

/** After this call the session has the roles of staff. Returns the recovery codes, which are shown once. */
async function confirmSecondFactor(code: string, idempotencyKey: string): Promise<string[]> {
  const answer = await callWithPassword(routes.confirmSecondFactor, { body: { code }, idempotencyKey });
  const { session } = sessionStore.current();
  if (session) sessionStore.renew({ ...session, token: answer.token });
  return answer.recoveryCodes;
}

function SecondFactorSetup({ isReplacement = false, onDone }: { isReplacement?: boolean; onDone: () => void }) {
  const [begun, setBegun] = useState<BegunSecondFactor | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onKept={onDone} />;
  if (begun) return <Confirmation begun={begun} onConfirmed={setRecoveryCodes} onCancel={() => setBegun(null)} />;
  // A first setup asks for the password again, because an unattended session must not be enough.
  return (
    <div className={codeFormClass}>
      {!isReplacement && <p className="text-14 text-ink-soft">{secondFactorTexts.steps}</p>}
      <CodeForm
        label={isReplacement ? secondFactorTexts.proof : secondFactorTexts.password}
        takes={isReplacement ? 'letters-too' : 'password'}
        submit={isReplacement ? secondFactorTexts.setUpNew : secondFactorTexts.begin}
        submitting={secondFactorTexts.beginning}
        failed={secondFactorTexts.beginFailed}
        variant={isReplacement ? 'secondary' : 'primary'}
        perform={(proof, idempotencyKey) => {
          const body = isReplacement ? { secondFactor: proof } : { password: proof };
          return callWithPassword(routes.beginSecondFactor, { body, idempotencyKey });
        }}
        onDone={setBegun}
      />
    </div>
  );
}

interface ConfirmationProps {
  begun: BegunSecondFactor;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

function Confirmation({ begun: { secret, uri }, onConfirmed, onCancel }: ConfirmationProps) {
  return (
    <div className="grid grid-cols-1 gap-5 min-[700px]:grid-cols-[auto_minmax(0,1fr)] min-[700px]:gap-6">
      <QrCode text={uri} label={secondFactorTexts.qrCode} />
      <div className={codeFormClass}>
        <div>
          <h2 className="text-16">{secondFactorTexts.scan}</h2>
          <p className="text-14 text-ink-soft">{secondFactorTexts.scanText}</p>
        </div>
        <a
          href={uri}
          className="inline-flex min-h-[max(28px,var(--spacing-target-dense))] items-center justify-self-start"
        >
          {secondFactorTexts.openApp}
        </a>
        <p className="grid wrap-anywhere [&_code]:font-mono">
          <span className="text-14 text-ink-soft">{secondFactorTexts.secret}</span>
          <Copyable value={secret} what={secondFactorTexts.secretWord}>
            <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </Copyable>
        </p>
        <CodeForm
          label={secondFactorTexts.codeShown}
          hint={secondFactorTexts.codeShownHint}
          takes="digits"
          submit={secondFactorTexts.confirm}
          submitting={secondFactorTexts.confirming}
          failed={secondFactorTexts.confirmFailed}
          perform={confirmSecondFactor}
          onDone={onConfirmed}
          variant="primary"
          beside={<Button onClick={onCancel}>{secondFactorTexts.cancel}</Button>}
        />
      </div>
    </div>
  );
}

/** Width of the QR code's white border in modules. Some code readers find no code without the border. */
const BORDER = 4;

/** A QR code in black on white in both colour schemes, because code readers expect these colours. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className="w-[min(100%,240px)] rounded-12 border border-line bg-[#fff] fill-[#000] min-[700px]:w-60"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
    >
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}

interface CodeFormProps<Done> {
  label: string;
  hint?: string;
  takes: 'digits' | 'letters-too' | 'password';
  submit: string;
  submitting: string;
  failed: string;
  perform: (code: string, idempotencyKey: string) => Promise<Done>;
  onDone: (done: Done) => void;
  variant?: 'primary' | 'secondary' | 'danger';
  beside?: ReactNode;
}

function CodeForm<Done>({ label, hint, takes, submit, submitting, ...acts }: CodeFormProps<Done>) {
  const form = useForm({ defaultValues: { code: '' } });
  const action = useAction(acts.perform, acts.onDone);

  const send = form.handleSubmit(async ({ code }) => {
    try {
      await action.run(takes === 'password' ? code : code.trim());
    } catch (error) {
      form.setError('code', { message: messageOf(error, acts.failed) });
      form.setFocus('code', { shouldSelect: true });
    }
  });

  return (
    <form className={codeFormClass} onSubmit={send} noValidate>
      {takes === 'password' ? (
        <PasswordField
          label={label}
          autoComplete="current-password"
          {...fieldOf(form, 'code', { required: secondFactorTexts.passwordMissing })}
        />
      ) : (
        <CodeField
          label={label}
          takes={takes}
          hint={hint}
          {...fieldOf(form, 'code', { validate: (code) => code.trim() !== '' || secondFactorTexts.codeMissing })}
        />
      )}
      <div className={codeActionsClass}>
        <Button type="submit" variant={acts.variant} busy={action.busy}>
          {action.busy ? submitting : submit}
        </Button>
        {acts.beside}
      </div>
    </form>
  );
}

/** The codes are shown only here, until the person has stored them. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = codes.join('\n');
  const download = () => saveFile(secondFactorTexts.fileName, new Blob([`${text}\n`], { type: 'text/plain' }));
  return (
    <div className={codeFormClass}>
      <Notice tone="success">{secondFactorTexts.codesOnce}</Notice>
      <p className="text-14 text-ink-soft">{secondFactorTexts.codesText}</p>
      <ul className="grid list-none grid-cols-2 gap-x-4 gap-y-2 rounded-12 border border-line bg-surface p-4 [&_code]:font-mono">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={codeActionsClass}>
        <Copyable value={text} what={secondFactorTexts.allCodes}>
          <span>{secondFactorTexts.copyAll}</span>
        </Copyable>
        <Button size="s" onClick={download}>
          {secondFactorTexts.download}
        </Button>
      </div>
      <div className={codeActionsClass}>
        <Button variant="primary" onClick={onKept}>
          {secondFactorTexts.kept}
        </Button>
      </div>
    </div>
  );
}
