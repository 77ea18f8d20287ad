import type { Catalogue } from '@candid/contracts';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { commonTexts } from '../../lib/texts/common';
import { setupTexts } from '../../lib/texts/setup';
import { Button } from '../../ui/button/button';
import { Checkbox } from '../../ui/checkbox/checkbox';
import { Sheet } from '../../ui/sheet/sheet';
import { Switch } from '../../ui/switch/switch';
import { type Choice, chosenIn, everyPhrase, togglePhrase, toggleSection } from '../comments/choice';

interface CommentSelectionProps {
  catalogue: Catalogue;
  choice: Choice;
  disabled?: boolean;
  onChoice: (choice: Choice) => void;
  children?: ReactNode;
}

/** The last phrase of a section and the last section cannot be switched off. */
export function CommentSelection({ catalogue, choice, disabled, onChoice, children }: CommentSelectionProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="flex min-h-target w-full items-center gap-2 border-0 bg-transparent p-0 text-left font-medium disabled:text-ink-faint [&_svg]:size-5 [&_svg]:flex-none [&_svg]:text-ink-faint"
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {setupTexts.selection}
        <span className="ml-auto text-right text-14 font-regular text-ink-soft">
          {setupTexts.selectionCount(choice.size, everyPhrase(catalogue).size)}
        </span>
        <ChevronRight aria-hidden="true" />
      </button>
      <Sheet
        open={open}
        height="tall"
        onClose={close}
        title={setupTexts.selection}
        description={setupTexts.selectionLead}
        footer={
          <Button variant="primary" block onClick={close}>
            {commonTexts.done}
          </Button>
        }
      >
        {children}
        {catalogue.map(({ id, section, quality }) => {
          const chosen = chosenIn(catalogue, choice, id);
          return (
            <section key={id} className="py-3 [&+&]:border-t [&+&]:border-t-line" aria-label={section}>
              <Switch
                label={section}
                checked={chosen.length > 0}
                disabled={chosen.length === choice.size}
                onChange={() => onChoice(toggleSection(catalogue, choice, id))}
              />
              {chosen.length > 0 && (
                <ul className="grid pt-1 pb-2 wide:grid-cols-[1fr_1fr] wide:gap-x-4">
                  {quality.map(({ phraseId, phrase }) => (
                    <li key={phraseId}>
                      <Checkbox
                        label={phrase}
                        checked={choice.has(phraseId)}
                        disabled={chosen.length === 1 && choice.has(phraseId)}
                        onChange={() => onChoice(togglePhrase(catalogue, choice, id, phraseId))}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </section>
          );
        })}
      </Sheet>
    </>
  );
}
