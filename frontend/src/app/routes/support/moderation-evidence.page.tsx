import { Lock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useEvidence } from '../../../features/moderation/case';
import { Alert, CaseBody } from '../../../features/moderation/components/case-body';
import { sightKeys, useSight } from '../../../features/moderation/components/photo-panel';
import { useNow } from '../../../features/moderation/due';
import { moderationTexts } from '../../../lib/texts/moderation';
import { moderationDecisionTexts } from '../../../lib/texts/moderation-decisions';
import { useKeys } from '../../../shared/console/keys';
import { Failure } from '../../../shared/console/section';
import { isId } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { TextField } from '../../../ui/text-field/text-field';
import { HeadedScreen } from '../../shell/headed-screen';
import { MissingPage } from './missing-page';

/** Opens evidence by case id. No list exists: authorised readers receive the id in a message. */
export function FindEvidencePage() {
  const navigate = useNavigate();
  const [caseId, setCaseId] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (isId(caseId.trim())) navigate(`/support/moderation/${caseId.trim()}/evidence`);
    else setIsWrong(true);
  };
  return (
    <HeadedScreen title={moderationTexts.evidenceTitle} lead={moderationTexts.evidenceLead}>
      <form className="grid max-w-120 justify-items-start gap-4 [&>div]:w-full" noValidate onSubmit={open}>
        <TextField
          label={moderationTexts.evidenceField}
          hint={moderationTexts.evidenceHint}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={caseId}
          error={isWrong ? moderationTexts.evidenceProblem : undefined}
          onChange={(event) => {
            setCaseId(event.target.value);
            setIsWrong(false);
          }}
        />
        <Button type="submit" variant="primary">
          {moderationTexts.evidenceOpen}
        </Button>
      </form>
    </HeadedScreen>
  );
}

export function EvidencePage({ caseId }: { caseId: string }) {
  const { data, error, refetch } = useEvidence(caseId);
  const sight = useSight();
  const now = useNow();
  useKeys(sightKeys(sight));
  if (data === null)
    return (
      <MissingPage
        title={moderationTexts.caseMissing}
        text={moderationTexts.evidenceMissingText}
        to="/support/moderation/evidence"
        label={moderationTexts.evidenceTitle}
      />
    );
  const shown = data?.case;
  return (
    <HeadedScreen
      title={moderationTexts.evidenceTitle}
      lead={shown?.reasons.map((reason) => moderationTexts.reasons[reason]).join(', ')}
      backTo="/support/moderation/evidence"
    >
      {error && !shown && <Failure error={error} text={moderationTexts.caseFailed} retry={refetch} />}
      {shown ? (
        <>
          <div className="mb-4">
            <Alert icon={<Lock aria-hidden="true" />}>{moderationDecisionTexts.evidenceSealed}</Alert>
          </div>
          <CaseBody shown={shown} stage="decided" now={now} sight={sight} onLost={() => void refetch()} />
        </>
      ) : (
        !error && <Skeleton height={420} />
      )}
    </HeadedScreen>
  );
}
