import type { AssessmentOutlook } from '@candid/contracts';
import { Link } from 'react-router-dom';
import { setupTexts } from '../../../lib/texts/setup';
import { Segmented } from '../../../ui/segmented/segmented';

interface AudienceChoiceProps {
  /** Null if the owner names no audience. */
  audience: AssessmentOutlook['audience'];
  audienceFirst: boolean;
  disabled: boolean;
  onChange: (audienceFirst: boolean) => void;
}

const options = [
  { value: 'anyone', label: setupTexts.anyone },
  { value: 'audience', label: setupTexts.audienceFirst },
] as const;

/** Chooses who gets the assessment first. Without an audience it says where to choose one. */
export function AudienceChoice({ audience, audienceFirst, disabled, onChange }: AudienceChoiceProps) {
  if (audience === null) {
    return (
      <p className="text-14 text-ink-soft">
        {setupTexts.noAudience} <Link to="/account/preferences">{setupTexts.nameAudience}</Link>
      </p>
    );
  }
  return (
    <div className="grid gap-3">
      <Segmented
        label={setupTexts.whoFirst}
        options={options}
        value={audienceFirst ? 'audience' : 'anyone'}
        disabled={disabled}
        onChange={(value) => onChange(value === 'audience')}
      />
      <p className="text-14 text-ink-soft" aria-live="polite">
        {audienceFirst && `${setupTexts.audienceFirstHint} `}
        {setupTexts.audienceActive[audience]}
      </p>
    </div>
  );
}
