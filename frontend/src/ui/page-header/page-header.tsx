import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { commonTexts } from '../../lib/texts/common';

interface PageHeaderProps {
  title: string;
  backTo?: string;
  backLabel?: string;
  lead?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, backTo, backLabel = commonTexts.back, lead, actions }: PageHeaderProps) {
  return (
    <header className="flex items-start gap-2 py-5 wide:pt-8">
      {backTo && (
        <Link
          to={backTo}
          className="-my-[5px] -ml-2.5 grid size-target flex-none place-items-center rounded-full text-ink hover:bg-tone [&_svg]:size-6"
          aria-label={backLabel}
        >
          <ArrowLeft aria-hidden="true" />
        </Link>
      )}
      <div className="grid min-w-0 flex-1 gap-1 max-[301px]:[&_h1]:text-20 max-[301px]:[&_h1]:wrap-break-word">
        <h1>{title}</h1>
        {lead && <p className="text-ink-soft">{lead}</p>}
      </div>
      {actions}
    </header>
  );
}
