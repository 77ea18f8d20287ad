import { useId } from 'react';
import { supportTexts } from '../../../lib/texts/support';
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
  { value: '', label: supportTexts.anyCode },
  ...transferCodes.map((code) => ({ value: code, label: supportTexts.codes[code] })),
];

export function StatementFilterBar({ filters, onChange }: StatementFiltersProps) {
  const id = useId();
  return (
    <fieldset className={styles.bar} aria-labelledby={id}>
      <legend id={id} className="visually-hidden">
        {supportTexts.filters}
      </legend>
      <Select
        label={supportTexts.code}
        options={codes}
        value={filters.code ?? ''}
        onChange={(code) => onChange({ code })}
      />
      <DayField label={supportTexts.from} value={filters.from ?? ''} onChange={(from) => onChange({ from })} />
      <DayField label={supportTexts.to} value={filters.to ?? ''} onChange={(to) => onChange({ to })} />
      {isFiltered(filters) && (
        <Button size="s" variant="quiet" onClick={() => onChange({ code: '', from: '', to: '' })}>
          {supportTexts.clearFilters}
        </Button>
      )}
    </fieldset>
  );
}
