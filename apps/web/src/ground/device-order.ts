import { useSession } from './session-store.ts'

const keptCount = 500

const storageKey = () => `device-order:${useSession.getState().user?.userName ?? ''}`

/** The order of the list from which a phone was last opened in a window of its own. */
export function deviceOrder(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(stored) ? stored.filter((number) => typeof number === 'string') : []
  } catch {
    return []
  }
}

/** Of long lists, those around the phone. */
export function keepDeviceOrder(order: readonly string[], deviceNo: string): void {
  const start = Math.max(0, order.indexOf(deviceNo) - keptCount / 2)
  try {
    localStorage.setItem(storageKey(), JSON.stringify(order.slice(start, start + keptCount)))
  } catch {
    // A full storage must not interrupt the work.
  }
}
