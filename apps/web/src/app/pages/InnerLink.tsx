import { useText } from '../../ground/language.ts'

/** Another site's page keeps its own cookies; one of ours must not act with this session, so it gets none. */
function sandboxFor(address: string): string {
  const isOurs = new URL(address).origin === location.origin
  return `allow-scripts allow-forms allow-popups${isOurs ? '' : ' allow-same-origin'}`
}

/** A page of another site inside ours; it can neither leave its frame nor read the console. */
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
