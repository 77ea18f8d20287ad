import { CircleAlert, CircleCheck } from 'lucide-react';
import { supportBooksTexts } from '../../../lib/texts/support-books';
import { Pill } from './pill';

export function Verdict({ ok }: { ok: boolean }) {
  return ok ? (
    <Pill tone="good">
      <CircleCheck aria-hidden="true" /> {supportBooksTexts.passed}
    </Pill>
  ) : (
    <Pill tone="bad">
      <CircleAlert aria-hidden="true" /> {supportBooksTexts.failed}
    </Pill>
  );
}
