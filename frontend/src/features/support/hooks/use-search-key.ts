import { type RefObject, useEffect } from 'react';

const typing = 'input, textarea, select, [contenteditable], [role="alertdialog"] *, [role="dialog"] *';

/** `/` goes to the field from anywhere on the page, except while something is being typed or asked. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.matches(typing)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [field]);
}
