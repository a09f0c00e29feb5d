import { viewAs } from '@fleetdeck/contract/view-as'
import { call } from '../../api/call.ts'
import { logoutLimitMs } from '../../ground/constants.ts'
import { beginLeaving, returnFromView } from '../../ground/view-store.ts'

/** Ends the view of somebody else's console; a failure to reach the server is ignored, as it ends automatically. */
export async function leaveView(): Promise<never> {
  beginLeaving()
  await call(viewAs.leave, { signal: AbortSignal.timeout(logoutLimitMs) }).catch(() => undefined)
  return returnFromView()
}
