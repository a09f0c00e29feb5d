import { devices } from '@fleetdeck/contract/devices'
import { session } from '@fleetdeck/contract/session'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError, showSuccess } from '../../api/feedback.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import { text } from '../language.ts'
import { siteKey } from '../site.ts'
import { loadRights } from './rights.ts'

/** Takes in what the server pushes about the session, the rights and the site. */
export function usePushedChanges() {
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action === 'parametersChanged') client.invalidateQueries({ queryKey: siteKey })
    if (event.action === 'devicesChanged')
      client.invalidateQueries({ queryKey: [devices.list.path, 'count'] })
    if (event.action === 'rightsChanged')
      loadRights()
        .then(() => showSuccess(text('layout.rightsChanged')))
        .catch(showError)
    // A call finds out whether it is true, and if so opens the dialog.
    if (event.action === 'sessionEnded') call(session.info).catch(showError)
  })
}
