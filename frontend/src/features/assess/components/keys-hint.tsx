/** Names the page's keys to people with a mouse, who most likely have a keyboard, too. */
export const KeysHint = ({ children }: { children: string }) => (
  <p className="col-span-full hidden text-14 text-ink-soft [@media(hover:hover)]:pointer-fine:block">{children}</p>
);
