import type { ReactNode } from 'react';

interface MeanwhileRowProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** Buttons of the row. */
  children: ReactNode;
}

/** One thing to do while the owner waits. */
export function MeanwhileRow({ icon, title, text, children }: MeanwhileRowProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 border-t border-t-line py-3 first:border-t-0">
      <span
        className="grid size-10 place-items-center rounded-full bg-tone text-ink-soft [&_svg]:size-5"
        aria-hidden="true"
      >
        {icon}
      </span>
      <div>
        <h3 className="text-16 leading-[1.3]">{title}</h3>
        <p className="text-14 text-ink-soft">{text}</p>
      </div>
      <div className="col-start-2 flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
