import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { Caller } from '../../platform/core/caller.ts'
import type { HubOptions, VisibleDevice } from '../hub-options.ts'

const seesDevices = 'device/deviceList/list'

/** The device as the caller sees it, or why the caller may not open a socket to it. */
export async function findDevice(
  options: HubOptions,
  caller: Caller,
  deviceNo: string,
): Promise<VisibleDevice | typeof CloseCode.forbidden | typeof CloseCode.notFound> {
  if (caller.pendingStep || !options.may(caller, seesDevices)) return CloseCode.forbidden
  if (!deviceNo) return CloseCode.notFound
  return (await options.findDevice(caller, deviceNo)) ?? CloseCode.notFound
}
