import type { Alarm } from '@fleetdeck/contract/alarms'
import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import { scriptSources } from '@fleetdeck/contract/script-sources'
import { useMay } from '../ground/session-store.ts'
import { devicePath } from './device-panel/device-page.ts'

/** Where the user sees what an alarm is about; undefined without the permission. */
export function useSubjectPath({
  hotId,
  sourceId,
  deviceNo,
}: Pick<Alarm, 'hotId' | 'sourceId' | 'deviceNo'>): string | undefined {
  const seesHot = useMay(hotScripts.list.permission)
  const seesSources = useMay(scriptSources.list.permission)
  const name = encodeURIComponent(deviceNo)
  if (hotId !== null) return seesHot ? `/hot/hotScript?hotName=${name}` : undefined
  if (sourceId !== null) return seesSources ? `/task/scriptSource?sourceName=${name}` : undefined
  return devicePath(deviceNo)
}
