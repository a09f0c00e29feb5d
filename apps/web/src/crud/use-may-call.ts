import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { useMay } from '../ground/session-store.ts'

/** Whether the call exists and the user may make it; otherwise it has no button. */
export function useMayCall(endpoint: Endpoint | undefined): boolean {
  const may = useMay(endpoint?.permission ?? 'public')
  return endpoint !== undefined && may
}
