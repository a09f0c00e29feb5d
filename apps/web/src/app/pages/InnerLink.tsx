import { useText } from '../language.ts'

/** A page of another site inside ours; it can neither leave its frame nor read the console. */
export function InnerLink({ address, name }: { address: string; name: string }) {
  const t = useText()
  return (
    <iframe
      className="inner-link"
      src={address}
      title={t('layout.frameTitle', { name })}
      sandbox="allow-scripts allow-forms allow-popups"
      referrerPolicy="no-referrer"
    />
  )
}
