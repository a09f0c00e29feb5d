import { screenLinks } from '@fleetdeck/contract/screen-links'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LinkedDevice } from './linked-device.ts'
import { type MadeLink, MadeLinkDialog } from './MadeLinkDialog.tsx'
import { NewLinkDrawer } from './NewLinkDrawer.tsx'

/** Creates a guest link, and then shows it once. Without a device, one is chosen. */
export function NewLink({ device, onClose }: { device?: LinkedDevice | undefined; onClose: () => void }) {
  const client = useQueryClient()
  const [made, setMade] = useState<MadeLink>()
  if (made) return <MadeLinkDialog made={made} onClose={onClose} />
  return (
    <NewLinkDrawer
      device={device}
      onMade={async (link) => {
        setMade(link)
        await client.invalidateQueries({ queryKey: [screenLinks.list.path] })
      }}
      onClose={onClose}
    />
  )
}
