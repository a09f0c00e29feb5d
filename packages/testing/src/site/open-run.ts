import { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { insertTry } from '../../../../apps/server/src/domain/scripts/script-tries.queries.ts'
import type { TestSite } from './test-site.ts'

/** A trial run of the admin on the first device, in progress. */
export const addOpenRun = (site: TestSite, runKey: string) =>
  insertTry(site.deps.db, {
    ...{ runKey, deviceId: DeviceId.parse(1), deviceNo: 'A1', startedBy: UserId.parse(1) },
    ...{ scriptId: null, scriptName: 'example.js', params: {}, kept: true },
    ...{ timeoutSeconds: 3600, triedTextId: null },
  })
