import { type TaskDraft, taskNameLength } from '@fleetdeck/contract/tasks'
import type { Language } from '@fleetdeck/i18n/languages'
import { text } from '../../../platform/http/language.ts'
import type { FoundTask, readLinks } from './tasks.queries.ts'

type Links = Awaited<ReturnType<typeof readLinks>>

/** The initial values of a copied task. Devices, groups and users of another user's task are not copied. */
export function draftOfCopy(task: FoundTask, links: Links | undefined, language: Language): TaskDraft {
  const name = text(language, 'task.copyOf', { name: task.taskName })
  return {
    taskName: name.length > taskNameLength ? task.taskName : name,
    scriptId: task.scriptId,
    execType: task.execType,
    devices: links?.devices ?? [],
    groupIds: links?.groups.map(({ id }) => id) ?? [],
    scheduleType: task.scheduleType,
    startTime: task.startTime?.toISOString() ?? null,
    endTime: task.endTime?.toISOString() ?? null,
    stopAtEnd: task.stopAtEnd,
    joinLater: task.joinLater,
    joinUntil: task.joinUntil?.toISOString() ?? null,
    dayTime: task.dayTime,
    cronText: task.cronText,
    delaySecond: task.delaySecond,
    execNumber: task.execNumber,
    cacheScript: task.cacheScript,
    sort: task.sort,
    missedPolicy: task.missedPolicy,
    retries: task.retries,
    retrySeconds: task.retrySeconds,
    timeoutSeconds: task.timeoutSeconds,
    dataWaitSeconds: task.dataWaitSeconds,
    memoryMegabytes: task.memoryMegabytes,
    stackKilobytes: task.stackKilobytes,
    params: task.params,
    shareUserIds: [],
    sourceTaskId: task.id,
  }
}
