import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import { paramTypes } from '@fleetdeck/contract/script-params'
import type { RunScript } from '../definition/task-scripts.queries.ts'
import type { OpenRun } from './dispatch.queries.ts'

export type TaskOrder = Extract<PhoneOrder, { action: 'task' }>

/** A run as its phone gets it. */
export function orderOfRun(
  run: OpenRun,
  { fileName: _, originalName: _original, imports: _imports, ...script }: RunScript,
): TaskOrder {
  return {
    action: 'task',
    runId: run.runKey,
    taskId: run.taskId,
    taskName: run.taskName,
    sort: run.sort,
    execType: run.execType,
    round: run.round,
    scriptId: run.scriptId,
    ...script,
    cacheScript: run.cacheScript === 1 ? 1 : 0,
    valueJson: toValues(run),
    limits: {
      timeoutSeconds: run.timeoutSeconds,
      memoryMegabytes: run.memoryMegabytes,
      stackKilobytes: run.stackKilobytes,
      dataWaitSeconds: run.dataWaitSeconds,
    },
  }
}

/** The task's parameters, overridden by those of this phone. */
export function toValues({
  params,
  ownValues,
}: Pick<OpenRun, 'params' | 'ownValues'>): TaskOrder['valueJson'] {
  return Object.fromEntries(
    params.map(({ key, type, value }) => {
      const own = ownValues?.[key] ?? value
      if (type !== paramTypes.choices) return [key, own]
      return [key, typeof own === 'string' ? (own === '' ? [] : [own]) : own]
    }),
  )
}
