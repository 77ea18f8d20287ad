import type { ComponentProps } from 'react';
import { PageHeader } from '../../ui/page-header/page-header';
import { Screen } from './screen';

type HeadedScreenProps = ComponentProps<typeof Screen> & ComponentProps<typeof PageHeader>;

/** A page whose title is also its heading. */
export function HeadedScreen({ width = 'wide', children, ...header }: HeadedScreenProps) {
  return (
    <Screen title={header.title} width={width}>
      <PageHeader {...header} />
      {children}
    </Screen>
  );
}
