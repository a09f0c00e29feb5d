import { devices } from '@fleetdeck/contract/devices'
import { session } from '@fleetdeck/contract/session'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { inBackground, showError, showSuccess } from '../../api/feedback.ts'
import { dictionaryKey } from '../../api/query-client.ts'
import { untilReachable } from '../../api/until-reachable.ts'
import { text } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'
import { siteKey } from '../../ground/site.ts'
import {
  reopenConsoleSocket,
  useConsoleEvents,
  useReloadOnResume,
} from '../../realtime/use-console-socket.ts'
import { loadRights } from './rights.ts'

const currentPermissions = () => useSession.getState().permissions.join()

/** A change of the menu reaches all users; only users whose own permissions changed get a message. */
async function reloadRights(signal: AbortSignal) {
  const before = currentPermissions()
  await untilReachable((attempt) => loadRights({ signal: attempt }), { signal })
  if (currentPermissions() !== before) showSuccess(text('layout.rightsChanged'))
}

/** Reloads the rights; an outage delays it. A newer change, or leaving the console, ends the tries for this one. */
function useRightsReload(): () => void {
  const newest = useRef<AbortController>(undefined)
  useEffect(() => () => newest.current?.abort(), [])
  return () => {
    newest.current?.abort()
    newest.current = new AbortController()
    const { signal } = newest.current
    reloadRights(signal).catch((error) => signal.aborted || showError(error))
  }
}

/** A call opens the dialog if the session has ended; otherwise the connection was refused for another reason. */
async function verifySession() {
  await untilReachable((signal) => call(session.info, { signal }))
  reopenConsoleSocket()
}

/** Handles server pushes about the session, the rights and the site. */
export function usePushedChanges() {
  const client = useQueryClient()
  const reload = useRightsReload()
  useReloadOnResume()
  useConsoleEvents((event) => {
    if (event.action === 'parametersChanged') inBackground(client.invalidateQueries({ queryKey: siteKey }))
    if (event.action === 'dictionariesChanged')
      inBackground(client.invalidateQueries({ queryKey: [dictionaryKey] }))
    if (event.action === 'devicesChanged' || event.action === 'presenceChanged')
      inBackground(client.invalidateQueries({ queryKey: [devices.list.path, 'count'] }))
    if (event.action === 'rightsChanged' || event.action === 'resumed') reload()
    if (event.action === 'sessionEnded') inBackground(verifySession())
  })
}
