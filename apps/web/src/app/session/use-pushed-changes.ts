import { devices } from '@fleetdeck/contract/devices'
import { session } from '@fleetdeck/contract/session'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError, showSuccess } from '../../api/feedback.ts'
import { dictionaryKey } from '../../api/query-client.ts'
import { text } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'
import { siteKey } from '../../ground/site.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import { loadRights } from './rights.ts'

const currentPermissions = () => useSession.getState().permissions.join()

/** A change of the menu reaches all users; only users whose own permissions changed get a message. */
async function reloadRights() {
  const before = currentPermissions()
  await loadRights()
  if (currentPermissions() !== before) showSuccess(text('layout.rightsChanged'))
}

/** Handles server pushes about the session, the rights and the site. */
export function usePushedChanges() {
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action === 'parametersChanged') client.invalidateQueries({ queryKey: siteKey })
    if (event.action === 'dictionariesChanged') client.invalidateQueries({ queryKey: [dictionaryKey] })
    if (event.action === 'devicesChanged' || event.action === 'presenceChanged')
      client.invalidateQueries({ queryKey: [devices.list.path, 'count'] })
    if (event.action === 'rightsChanged') reloadRights().catch(showError)
    // A call verifies it, and if true opens the dialog.
    if (event.action === 'sessionEnded') call(session.info).catch(showError)
  })
}
