import { useId } from 'react';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { Button } from '../../../ui/button/button';
import { Select } from '../../../ui/select/select';
import { isFiltered, type StatementFilters, transferCodes } from '../hooks/statement-filters';
import { DayField } from './day-field';
import styles from './statement-filters.module.css';

interface StatementFiltersProps {
  filters: StatementFilters;
  /** An empty value takes the filter away. */
  onChange: (change: Record<string, string>) => void;
}

const codes = [
  { value: '', label: supportAccountTexts.anyCode },
  ...transferCodes.map((code) => ({ value: code, label: supportAccountTexts.codes[code] })),
];

export function StatementFilterBar({ filters, onChange }: StatementFiltersProps) {
  const id = useId();
  return (
    <fieldset className={styles.bar} aria-labelledby={id}>
      <legend id={id} className="visually-hidden">
        {supportAccountTexts.filters}
      </legend>
      <Select
        label={supportAccountTexts.code}
        options={codes}
        value={filters.code ?? ''}
        onChange={(code) => onChange({ code })}
      />
      <DayField label={supportAccountTexts.from} value={filters.from ?? ''} onChange={(from) => onChange({ from })} />
      <DayField label={supportAccountTexts.to} value={filters.to ?? ''} onChange={(to) => onChange({ to })} />
      {isFiltered(filters) && (
        <Button size="s" variant="quiet" onClick={() => onChange({ code: '', from: '', to: '' })}>
          {supportAccountTexts.clearFilters}
        </Button>
      )}
    </fieldset>
  );
}
