import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';

/** Further details that open on a tap. The content renders and loads only while the details are open. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="group/disclosure-frame" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-target cursor-pointer touch-manipulation list-none items-center gap-2 text-14 font-medium text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          aria-hidden="true"
          className="size-4.5 flex-none text-ink-faint transition-[rotate] duration-(--motion-base) ease-out group-open/disclosure-frame:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      {open && <div className="animate-appear pt-1 pb-4">{children}</div>}
    </details>
  );
}
