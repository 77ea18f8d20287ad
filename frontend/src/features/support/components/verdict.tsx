import { CircleAlert, CircleCheck } from 'lucide-react';
import { supportTexts } from '../../../lib/texts/support';
import { Pill } from './pill';

export function Verdict({ ok }: { ok: boolean }) {
  return ok ? (
    <Pill tone="good">
      <CircleCheck aria-hidden="true" /> {supportTexts.passed}
    </Pill>
  ) : (
    <Pill tone="bad">
      <CircleAlert aria-hidden="true" /> {supportTexts.failed}
    </Pill>
  );
}
