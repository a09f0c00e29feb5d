import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Notice } from '../../features/errors/Notice.tsx'
import { useText } from '../../ground/language.ts'

/** A page of another site keeps its own cookies; a page of this site must not use this session, so it gets none. */
function sandboxFor(address: string): string {
  const isOurs = new URL(address).origin === location.origin
  return `allow-scripts allow-forms allow-popups${isOurs ? '' : ' allow-same-origin'}`
}

/** Whether the console's content policy, made when it was loaded, has refused a page of this address since. */
function useRefused(address: string): boolean {
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    const { origin } = new URL(address)
    const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) setRefused(true)
    }
    document.addEventListener('securitypolicyviolation', note)
    return () => document.removeEventListener('securitypolicyviolation', note)
  }, [address])
  return isRefused
}

const isMixed = (address: string) => location.protocol === 'https:' && new URL(address).protocol === 'http:'

/** A page of another site in a frame; it can neither leave its frame nor read the console. */
export function InnerLink({ address, name }: { address: string; name: string }) {
  const t = useText()
  const isRefused = useRefused(address)
  if (isMixed(address) || isRefused)
    return (
      <Notice
        kind="info"
        title={t('layout.frameRefused')}
        hint={t(isMixed(address) ? 'layout.frameUnencrypted' : 'layout.frameNew')}
        detail={address}
      >
        {isRefused && <Button onClick={() => location.reload()}>{t('common.reload')}</Button>}
        <Button type="primary" href={address} target="_blank" rel="noopener noreferrer">
          {t('layout.openInTab')}
        </Button>
      </Notice>
    )
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
