import type { ReactNode } from 'react';

export const columnsClass =
  'mx-auto grid w-full max-w-page content-start gap-5 wide:max-w-none wide:grid-cols-2 wide:gap-8';
export const cardsClass =
  'mx-auto grid w-full max-w-page grid-cols-1 gap-4 wide:max-w-none wide:grid-cols-2 wide:items-start wide:gap-5';

export function Card({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 content-start gap-4 rounded-24 border border-line bg-surface p-5">
      <h2 className="[&+p]:-mt-3">{title}</h2>
      {lead && <p className="text-ink-soft">{lead}</p>}
      {children}
    </section>
  );
}
