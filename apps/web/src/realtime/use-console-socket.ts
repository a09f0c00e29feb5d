import type { ConsoleEvent } from '@fleetdeck/contract/console-socket'
import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { sessionToken, useSession } from '../ground/session-store.ts'
import { ConsoleSocket, type DeviceStates } from './console-socket.ts'
import { isNewer } from './newer-state.ts'

const consoleSocket = new ConsoleSocket(sessionToken)

useSession.subscribe((state, previous) => {
  if (state.token !== previous.token) consoleSocket.renew()
})

/** Calls the handler with every server push, while the component is mounted. */
export function useConsoleEvents(handler: (event: ConsoleEvent) => void) {
  const onEvent = useEffectEvent(handler)
  useEffect(() => consoleSocket.onEvent(onEvent), [])
}

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
