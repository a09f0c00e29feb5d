import { useText } from '../../ground/language.ts'

/** A page of another site keeps its own cookies; a page of this site must not use this session, so it gets none. */
function sandboxFor(address: string): string {
  const isOurs = new URL(address).origin === location.origin
  return `allow-scripts allow-forms allow-popups${isOurs ? '' : ' allow-same-origin'}`
}

/** A page of another site in a frame; it can neither leave its frame nor read the console. */
export function InnerLink({ address, name }: { address: string; name: string }) {
  const t = useText()
  return (
    <iframe
      className="inner-link"
      src={address}
      title={t('layout.frameTitle', { name })}
      sandbox={sandboxFor(address)}
      referrerPolicy="no-referrer"
    />
  )
}
