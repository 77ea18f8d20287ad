import { type KeyboardEvent, useRef } from 'react';
import { useKeys } from '../../../shared/console/keys';

/** If the act is grave, Enter only focuses the button, so that confirming takes a second press. */
export function useConfirm(isGrave: boolean, confirm: () => void) {
  const ref = useRef<HTMLButtonElement>(null);
  const press = () => (isGrave ? ref.current?.focus() : confirm());
  useKeys({ enter: press }, { inDialog: true });
  return {
    buttonProps: { ref, onClick: confirm, onKeyDown: ignoreHeldKey },
    confirmTyping: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      press();
    },
  };
}

/** A held key repeats: the press that has focused the button must not press it, too. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
