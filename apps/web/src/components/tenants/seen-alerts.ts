import type { AccountAlerts } from '@fleetdeck/contract/account-alerts'
import { create } from 'zustand'
import { useSession } from '../../ground/session-store.ts'

/** The bar is dismissed, the bell is opened: each has seen other alerts. */
export type AlertPlace = 'bar' | 'bell'

const storageKey = (place: AlertPlace, userId: number) => `account-alerts:${place}:${userId}`

function read(key: string): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(names) ? names.map(String) : []
  } catch {
    return []
  }
}

/** An alert that ends and opens again is another one. */
export const ownName = ({ kind, openedAt }: AccountAlerts['own'][number]) => `${kind} ${openedAt}`
export const belowName = ({ userId, kind, openedAt }: AccountAlerts['below']['alerts'][number]) =>
  `${userId} ${kind} ${openedAt}`

/** Raised with each change, so that all that read the storage render again. */
const useChanges = create(() => ({ count: 0 }))

/** Which alerts a user has seen; stored in the browser. */
export function useSeenAlerts(place: AlertPlace) {
  const userId = useSession((state) => state.user?.id ?? 0)
  useChanges((state) => state.count)
  const key = storageKey(place, userId)
  const seen = read(key)
  return {
    isNew: (name: string) => !seen.includes(name),
    markSeen: (names: readonly string[]) => {
      localStorage.setItem(key, JSON.stringify(names))
      useChanges.setState(({ count }) => ({ count: count + 1 }))
    },
  }
}
