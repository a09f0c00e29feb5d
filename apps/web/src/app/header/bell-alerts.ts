import type { AccountAlerts } from '@fleetdeck/contract/account-alerts'
import { create } from 'zustand'

interface BellAlerts {
  alerts: AccountAlerts | undefined
  /** How many have come since the bell was opened. */
  unseen: number
  markSeen: () => void
}

/** Alerts of the own account and of those below. They are loaded after the first page, by AccountNews. */
export const useBellAlerts = create<BellAlerts>(() => ({
  alerts: undefined,
  unseen: 0,
  markSeen: () => undefined,
}))
