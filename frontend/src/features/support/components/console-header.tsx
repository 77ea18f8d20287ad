import type { ComponentProps, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useKeys } from '../../../shared/console/keys';
import { PageHeader } from '../../../ui/page-header/page-header';

interface ConsoleHeaderProps extends Omit<ComponentProps<typeof PageHeader>, 'actions' | 'backTo'> {
  backTo: string;
  action?: ReactNode;
}

export function ConsoleHeader({ action, ...header }: ConsoleHeaderProps) {
  const navigate = useNavigate();
  useKeys({ escape: () => navigate(header.backTo) });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 [&>header]:min-w-[min(100%,420px)] [&>header]:flex-[1_1_0] [&>header]:wrap-anywhere">
      <PageHeader {...header} />
      {action && <div className="max-wide:pb-5">{action}</div>}
    </div>
  );
}
