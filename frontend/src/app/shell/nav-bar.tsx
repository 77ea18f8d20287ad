import { CircleUser, Coins, Images, LogIn, Star, UserPlus } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { commonTexts } from '../../lib/texts/common';
import { Brand } from '../../ui/brand/brand';
import { dockRef } from '../../ui/dock/dock';
import { CrashBoundary } from './crash-boundary';
import { PageSkeleton } from './page-skeleton';
import { SkipLink } from './screen';

export const contentClass =
  'flex flex-1 flex-col pt-(--safe-top) pb-[calc(var(--nav-height)+var(--safe-bottom))] wide:pb-0';

interface NavBarProps {
  /** The animated token balance; undefined for a visitor. */
  tokens?: ReactNode;
}

/** `notice`: a message above every page. */
export function NavFrame({ tokens, notice }: NavBarProps & { notice?: ReactNode }) {
  return (
    <>
      <NavBar tokens={tokens} />
      <div className={contentClass}>
        {notice}
        <CrashBoundary>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </CrashBoundary>
      </div>
    </>
  );
}

export function NavBar({ tokens }: NavBarProps) {
  const signedIn = tokens !== undefined;
  return (
    <header
      ref={dockRef}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-t-line bg-surface pb-(--safe-bottom) wide:sticky wide:inset-x-0 wide:top-0 wide:bottom-auto wide:flex wide:h-17 wide:items-center wide:justify-between wide:border-t-0 wide:border-b wide:border-b-line wide:bg-ground/90 wide:px-[max(24px,calc((100vw-var(--container-page-wide))/2+24px))] wide:py-0 wide:backdrop-blur-[14px]"
    >
      <SkipLink />
      <Link to="/" className="hidden no-underline wide:flex wide:rounded-8" aria-label={commonTexts.appName}>
        <Brand />
      </Link>
      <nav
        aria-label={commonTexts.navigation}
        className="mx-auto grid h-(--nav-height) max-w-130 auto-cols-fr grid-flow-col wide:m-0 wide:flex wide:h-auto wide:max-w-none wide:gap-1"
      >
        <NavItem to="/profile" icon={<Images />}>
          {commonTexts.navPhotos}
        </NavItem>
        <NavItem to="/feed" includes="/approve" icon={<Star />}>
          {commonTexts.navAssess}
        </NavItem>
        {signedIn ? (
          <>
            <NavItem to="/pay" icon={<Coins />}>
              {tokens}
            </NavItem>
            <NavItem to="/account" icon={<CircleUser />}>
              {commonTexts.navAccount}
            </NavItem>
          </>
        ) : (
          <>
            <NavItem to="/signup" icon={<UserPlus />}>
              {commonTexts.navSignUp}
            </NavItem>
            <NavItem to="/login" icon={<LogIn />}>
              {commonTexts.navLogIn}
            </NavItem>
          </>
        )}
      </nav>
    </header>
  );
}

interface NavItemProps {
  to: string;
  /** Another path that belongs to this item, with the pages below it. */
  includes?: string;
  icon: ReactNode;
  children: ReactNode;
}

function NavItem({ to, includes, icon, children }: NavItemProps) {
  const { pathname } = useLocation();
  const isCurrent = [to, includes].some((path) => path && `${pathname}/`.startsWith(`${path}/`));
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className="group/nav-bar-item grid touch-manipulation content-center justify-items-center gap-[3px] text-center text-13 leading-tight font-medium text-ink-soft no-underline focus-visible:rounded-12 focus-visible:-outline-offset-4 aria-[current=page]:font-bold aria-[current=page]:text-accent-ink max-[301px]:gap-0 wide:flex wide:min-h-11 wide:items-center wide:gap-2 wide:rounded-pill wide:px-4 wide:py-0 wide:text-16 wide:hover:bg-tone wide:aria-[current=page]:bg-accent-soft wide:aria-[current=page]:hover:bg-accent-soft"
    >
      <span
        className="grid h-7 w-13 place-items-center rounded-pill transition-[background-color] duration-(--motion-base) group-aria-[current=page]/nav-bar-item:bg-accent-soft max-[301px]:h-6.5 max-[301px]:w-10 wide:w-auto wide:bg-transparent wide:group-aria-[current=page]/nav-bar-item:w-auto wide:group-aria-[current=page]/nav-bar-item:bg-transparent [&_svg]:size-5.5 wide:[&_svg]:size-5"
        aria-hidden="true"
      >
        {icon}
      </span>
      <span className="inline-flex flex-wrap items-center justify-center gap-x-[3px]">{children}</span>
    </Link>
  );
}
