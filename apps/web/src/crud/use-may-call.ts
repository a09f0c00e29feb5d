import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { useMay } from '../ground/session-store.ts'

/** Whether there is such a call and the user may make it: only then it has a button. */
export function useMayCall(endpoint: Endpoint | undefined): boolean {
  const may = useMay(endpoint?.permission ?? 'public')
  return endpoint !== undefined && may
}
