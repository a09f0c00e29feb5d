import { useSession } from './session-store.ts'

const keptCount = 8

const storageKey = () => `recent-devices:${useSession.getState().user?.userName ?? ''}`

/** Numbers of the phones that this user opened last in this browser, newest first. */
export function recentDevices(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(stored) ? stored.filter((number) => typeof number === 'string') : []
  } catch {
    return []
  }
}

export function noteDevice(deviceNo: string): void {
  const others = recentDevices().filter((number) => number !== deviceNo)
  try {
    localStorage.setItem(storageKey(), JSON.stringify([deviceNo, ...others].slice(0, keptCount)))
  } catch {
    // A full storage must not interrupt the work.
  }
}
