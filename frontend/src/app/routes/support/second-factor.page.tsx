import { secondFactorRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeForm, RecoveryCodes, SecondFactorSetup } from '../../../features/support/components/second-factor';
import { useSecondFactor } from '../../../features/support/use-second-factor';
import { type Answer, callWithPassword } from '../../../lib/api/call';
import { whole } from '../../../lib/language/language';
import { forget } from '../../../lib/query/use-read';
import { secondFactorTexts } from '../../../lib/texts/second-factor';
import { Section } from '../../../shared/console/section';
import { Facts, Moment } from '../../../shared/console/values';
import { Notice } from '../../../ui/notice/notice';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

const FEW_CODES = 3;

function useReload() {
  const queryClient = useQueryClient();
  return () => void forget(queryClient, secondFactorRoutes.getSecondFactor);
}

/** Replaces the console while the session does not have the support role. */
export function SetUpPage() {
  return (
    <Screen title={secondFactorTexts.setUpTitle}>
      <PageHeader title={secondFactorTexts.setUpTitle} lead={secondFactorTexts.setUpLead} backTo="/account" />
      <SecondFactorSetup onDone={useReload()} />
    </Screen>
  );
}

/** Runs in the console, which has loaded the state. */
export function SecondFactorPage() {
  const { data } = useSecondFactor();
  const reload = useReload();
  return (
    <Screen title={secondFactorTexts.title} width="wide">
      <PageHeader title={secondFactorTexts.title} lead={secondFactorTexts.lead} />
      {data && (data.confirmedAt === null ? <SecondFactorSetup onDone={reload} /> : <InUse factor={data} />)}
    </Screen>
  );
}

function InUse({
  factor: { confirmedAt, recoveryCodesLeft },
}: {
  factor: Answer<typeof secondFactorRoutes.getSecondFactor>;
}) {
  const reload = useReload();
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
              callWithPassword(secondFactorRoutes.replaceRecoveryCodes, { body: { secondFactor }, idempotencyKey })
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
    </>
  );
}
