import type { ComponentProps } from 'react';
import { to } from '#core/pages.ts';
import { Link } from './link.tsx';

type MemberLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & {
  /** Empty for a former author, who has no page. */
  slug: string;
};

/** A member’s name (or what is shown instead), linked to their page if they have one. */
export function MemberLink({ slug, className, title, children, ...rest }: MemberLinkProps) {
  if (slug !== '')
    return (
      <Link to={to.user({ userSlug: slug })} {...{ className, title }} {...rest}>
        {children}
      </Link>
    );
  return <span {...{ className, title }}>{children}</span>;
}
