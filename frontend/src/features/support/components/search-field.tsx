import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { supportTexts } from '../../../lib/texts/support';
import { useSearchKey } from '../hooks/use-search-key';
import styles from './search-field.module.css';

/** The console's one search; what is asked for stands in the address. */
export function SearchField() {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [search] = useSearchParams();
  const asked = search.get('q') ?? '';
  const navigate = useNavigate();
  useSearchKey(field);

  useEffect(() => {
    if (field.current) field.current.value = asked;
  }, [asked]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    navigate(text ? `/support?q=${encodeURIComponent(text)}` : '/support');
    // On to what was found, also where the page stays the same.
    document.getElementById('main')?.focus({ preventScroll: true });
  };

  return (
    <search>
      <form className={styles.form} onSubmit={submit}>
        <Search aria-hidden="true" className={styles.icon} />
        <label htmlFor={id} className="visually-hidden">
          {supportTexts.searchLabel}
        </label>
        <input
          ref={field}
          id={id}
          type="search"
          name="q"
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-keyshortcuts="/"
          placeholder={supportTexts.searchPlaceholder}
          defaultValue={asked}
          className={styles.field}
        />
        <span className={styles.key} aria-hidden="true">
          {supportTexts.searchKey}
        </span>
      </form>
    </search>
  );
}
