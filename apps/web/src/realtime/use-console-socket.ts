import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import { site } from '@fleetdeck/contract/site'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { call } from '../api/call.ts'
import { CallError, isOutage } from '../api/call-error.ts'
import { inBackground } from '../api/feedback.ts'
import { provideConnection, useConnection } from '../ground/connection.ts'
import { sessionToken, useSession } from '../ground/session-store.ts'
import { type ConsoleNews, ConsoleSocket, type DeviceStates } from './console-socket.ts'
import { isNewer } from './newer-state.ts'

/** A server that takes longer counts as not reachable; ms. */
const probeLimitMs = 4000

async function probe(): Promise<boolean> {
  try {
    await call(site.systemParam, { signal: AbortSignal.timeout(probeLimitMs) })
    return true
  } catch (error) {
    return error instanceof CallError && !isOutage(error)
  }
}

const consoleSocket = new ConsoleSocket({
  token: sessionToken,
  probe,
  onConnection: (change) => useConnection.setState(change),
})
provideConnection({ probe, reopen: () => consoleSocket.tryNow() })

useSession.subscribe((state, previous) => {
  if (state.token !== previous.token) consoleSocket.renew()
})

/** Calls the handler with every server push, while the component is mounted. */
export function useConsoleEvents(handler: (event: ConsoleNews) => void) {
  const onEvent = useEffectEvent(handler)
  useEffect(() => consoleSocket.onEvent(onEvent), [])
}

/** Loads again what the page shows when pushes may have been missed. */
export function useReloadOnResume() {
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action === 'resumed') inBackground(client.invalidateQueries())
  })
}

export const reopenConsoleSocket = () => consoleSocket.reopen()

function useWatch(ids: readonly number[]) {
  const key = ids.join(',')
  const watched = useMemo(() => (key ? key.split(',').map(Number) : []), [key])
  useEffect(() => (watched.length ? consoleSocket.watch(watched) : undefined), [watched])
}

/**
 * Live states of these devices, updated at most once per interval; a device is missing until the server has
 * reported it.
 */
export function usePacedDeviceStates(ids: readonly number[], paceMs: number): DeviceStates {
  useWatch(ids)
  const [states, setStates] = useState(consoleSocket.states)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      timer = undefined
      setStates(consoleSocket.states())
    }
    const leave = consoleSocket.onStates(() => {
      timer ??= setTimeout(show, paceMs)
    })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [paceMs])
  return states
}

/** The live state of one device; the list's state until a newer one is pushed. */
export function useDeviceRuntime(device: { id: number; runtime: DeviceRuntime }): DeviceRuntime {
  useWatch([device.id])
  const pushed = useSyncExternalStore(consoleSocket.onStates, () => consoleSocket.states().get(device.id))
  return pushed && isNewer(pushed, device.runtime) ? pushed : device.runtime
}
