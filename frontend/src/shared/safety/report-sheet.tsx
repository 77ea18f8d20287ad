import { MODERATION, type ReportReason } from '@candid/contracts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { safetyTexts } from '../../lib/texts/safety';
import { Button } from '../../ui/button/button';
import { Notice } from '../../ui/notice/notice';
import { Sheet } from '../../ui/sheet/sheet';
import { TextArea } from '../../ui/text-field/text-field';
import { wordsClass } from './safety-classes';
import { type Reported, type ReportOutcome, useReport } from './use-report';

interface ReportSheetProps {
  open: boolean;
  title: string;
  lead: string;
  reasons: readonly ReportReason[];
  reported: Reported;
  onOutcome?: (outcome: ReportOutcome) => void;
  onClose: () => void;
  more?: ReactNode;
  next: (reason: ReportReason) => readonly string[];
  acts: (outcome: ReportOutcome) => ReactNode;
}

const ends = {
  already: { title: safetyTexts.alreadyTitle, lines: [safetyTexts.alreadyText] },
  gone: { title: safetyTexts.goneTitle, lines: [safetyTexts.goneText] },
};

/** Asks for a reason, sends the report and explains what happens next. All steps share a sheet to keep the focus. */
export function ReportSheet(props: ReportSheetProps) {
  const report = useReport(props.reported, props.onOutcome);
  const { outcome, reason, problem, busy } = report;
  if (outcome !== null) {
    const sent = { title: safetyTexts.sentTitle, lines: reason === null ? [] : props.next(reason) };
    const { title, lines } = outcome === 'sent' ? sent : ends[outcome];
    return (
      <Sheet open={props.open} title={title} onClose={props.onClose} footer={props.acts(outcome)}>
        <Outcome title={title} lines={lines} />
      </Sheet>
    );
  }
  return (
    <Sheet
      open={props.open}
      title={props.title}
      description={props.lead}
      onClose={props.onClose}
      footer={
        <>
          {problem && <Notice tone="danger">{problem}</Notice>}
          <Button variant="primary" block busy={busy} unready={reason === null} onClick={report.submit}>
            {busy ? safetyTexts.sending : safetyTexts.send}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Reasons reasons={props.reasons} chosen={reason} disabled={busy} onChoose={report.choose} />
        {reason !== null && (
          <TextArea
            label={reason === 'other' ? safetyTexts.noteNeeded : safetyTexts.note}
            hint={safetyTexts.characters(report.text.trim().length, MODERATION.reportTextMax)}
            low
            rows={2}
            value={report.text}
            disabled={busy}
            onChange={(event) => report.write(event.target.value)}
          />
        )}
        {props.more}
      </div>
    </Sheet>
  );
}

interface ReasonsProps {
  reasons: readonly ReportReason[];
  chosen: ReportReason | null;
  disabled: boolean;
  onChoose: (reason: ReportReason) => void;
}

function Reasons({ reasons, chosen, disabled, onChoose }: ReasonsProps) {
  const id = useId();
  return (
    <fieldset className="-mx-3 my-0 grid min-w-0 border-0 p-0" disabled={disabled}>
      <legend className="sr-only">{safetyTexts.chooseFirst}</legend>
      {reasons.map((reason) => (
        <label
          key={reason}
          className="flex min-h-14 cursor-pointer items-center gap-3 rounded-12 px-3 py-2 hover:not-has-checked:bg-tone has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={id}
            className="m-0 size-5.5 flex-none accent-accent-ink"
            value={reason}
            checked={reason === chosen}
            aria-describedby={`${id}-${reason}`}
            aria-labelledby={`${id}-${reason}-label`}
            onChange={() => onChoose(reason)}
          />
          <span className={wordsClass}>
            <span id={`${id}-${reason}-label`} className="font-medium">
              {safetyTexts.reasons[reason].label}
            </span>
            <span id={`${id}-${reason}`} className="text-14 text-ink-soft">
              {safetyTexts.reasons[reason].hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Takes the focus from the button that disappears, so that screen readers read this outcome. */
function Outcome({ title, lines }: { title: string; lines: readonly string[] }) {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need controls
    <div
      ref={words}
      role="group"
      aria-label={title}
      tabIndex={-1}
      className="grid gap-3 text-ink-soft focus:outline-none"
    >
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
