import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  /** Keeps the input in a tab while another tab is shown. */
  keep?: boolean;
  tabs: readonly { readonly value: Value; readonly label: string; readonly content: ReactNode }[];
}

export function Tabs<Value extends string>({ label, value, onChange, keep = false, tabs }: TabsProps<Value>) {
  return (
    <RadixTabs.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <RadixTabs.List
        className="mx-[calc(-1*var(--edge))] flex scroll-px-10 scrollbar-none gap-1 overflow-x-auto [mask-image:linear-gradient(to_right,transparent,#000_var(--edge)_calc(100%-var(--edge)),transparent)] px-[calc(var(--edge)-8px)] [--edge:16px] [background:linear-gradient(var(--color-line),var(--color-line))_bottom/calc(100%-2*var(--edge))_1px_no-repeat]"
        aria-label={label}
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className="relative min-h-12 flex-none rounded-8 border-0 bg-transparent px-2 py-0 font-medium text-ink-soft after:absolute after:inset-x-2 after:bottom-0 after:h-[3px] after:scale-[0_1] after:rounded-t-[3px] after:bg-accent after:transition-[scale] after:duration-(--motion-base) after:ease-out focus-visible:-outline-offset-4 data-[state=active]:font-bold data-[state=active]:text-ink data-[state=active]:after:scale-100 forced-colors:data-[state=active]:after:bg-[Highlight]"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content
          key={tab.value}
          value={tab.value}
          className="pt-5 focus-visible:rounded-8 focus-visible:outline-offset-4"
          {...(keep && { forceMount: true, hidden: tab.value !== value })}
        >
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
