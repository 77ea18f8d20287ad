import type { ReactNode } from 'react';

interface FactListProps {
  /** Values by name, in display order; empty values are omitted. */
  facts: Readonly<Record<string, ReactNode>>;
  className: string;
}

export function FactList({ facts, className }: FactListProps) {
  const known = Object.entries(facts).filter(([, value]) => value || value === 0);
  return (
    <dl className={className}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
