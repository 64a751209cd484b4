import { useEffect } from 'preact/hooks';
import { textOf } from '../../texts/connect.ts';
import { textColourOn } from '../flow/branding.ts';
import type { VisitSession } from '../flow/visit.ts';

type Props = Pick<VisitSession, 'app' | 'groupName' | 'consumerName' | 'branding'>;

/** Shows the builder's logo, and the group and consumer for which the account is connected. */
export function Who({ app, groupName, consumerName, branding: { logo } }: Props) {
  return (
    <>
      {logo && <img class="logo" src={logo} alt={app} />}
      <p class="soft">{textOf('who', { group: groupName, consumer: consumerName })}</p>
    </>
  );
}

/** Sets the builder's colour on the page. */
export function useBrand({ accentColor }: Props['branding']): void {
  useEffect(() => {
    if (!accentColor) return;
    const { style } = document.documentElement;
    style.setProperty('--brand', accentColor);
    style.setProperty('--on-brand', textColourOn(accentColor));
  }, [accentColor]);
}
