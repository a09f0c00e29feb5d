import type { DeviceId, TaskId } from '@fleetdeck/contract/ids'
import { type ParamValues, type ScriptParam, wrongValue } from '@fleetdeck/contract/script-params'
import type { tasks } from '@fleetdeck/contract/tasks'
import type { Language } from '@fleetdeck/i18n/languages'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Caller } from '../../../platform/core/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Handlers } from '../../../platform/http/implement.ts'
import { text } from '../../../platform/http/language.ts'
import { removedKeys } from './param-moves.rules.ts'
import * as queries from './task-params.queries.ts'
import type { FoundTask } from './tasks.queries.ts'

type Name =
  | 'getParamInfo'
  | 'getParamInfoOneDevice'
  | 'addTaskParam'
  | 'addTaskParamForDevice'
  | 'importDeviceParams'
  | 'clearTaskParamForDevice'

interface Deps {
  db: Db
  /** Refuses a task that the caller does not see. */
  found(caller: Caller, call: Name, id: TaskId): Promise<FoundTask>
  devicesFor(caller: Caller, call: Name, deviceNos: string[]): Promise<DeviceId[]>
  /** The same with their numbers, in any order. */
  devicesNamed(caller: Caller, call: Name, deviceNos: string[]): Promise<{ id: DeviceId; deviceNo: string }[]>
}

/** The parameters of a task's script: for all its phones, and for single ones. */
export const taskParamHandlers = ({
  db,
  found,
  devicesFor,
  devicesNamed,
}: Deps): Pick<Handlers<typeof tasks>, Name> => ({
  getParamInfo: async ({ query: { id }, caller }) => {
    const { params } = await found(caller, 'getParamInfo', id)
    return { params, devices: await queries.valuesOfDevices(db, id) }
  },

  getParamInfoOneDevice: async ({ query: { id, deviceNo }, caller }) => {
    const { params } = await found(caller, 'getParamInfoOneDevice', id)
    const [deviceId] = await devicesFor(caller, 'getParamInfoOneDevice', [deviceNo])
    if (deviceId === undefined) throw new AppError('notFound')
    return { params, values: await queries.valuesOfDevice(db, id, deviceId) }
  },

  addTaskParam: async ({ body: { id, params, confirmed, keepValues }, caller }) => {
    const task = await found(caller, 'addTaskParam', id)
    const removed = removedKeys(task, { params })
    await db.transaction(async (tx) => {
      const question = keepValues ? undefined : await queries.questionValues(tx, id, removed)
      if (question && !confirmed) throw question
      await queries.changeParams(tx, { before: task, params, keepsValues: keepValues })
    })
    return null
  },

  addTaskParamForDevice: async ({ body: { id, devices, values }, caller, language }) => {
    const { params } = await found(caller, 'addTaskParamForDevice', id)
    checkValues(params, values, language)
    const deviceIds = await devicesFor(caller, 'addTaskParamForDevice', devices)
    await queries.writeValues(
      db,
      id,
      deviceIds.map((deviceId) => ({ deviceId, values })),
    )
    return null
  },

  importDeviceParams: async ({ body: { id, devices }, caller, language }) => {
    const { params } = await found(caller, 'importDeviceParams', id)
    for (const { values } of devices) checkValues(params, values, language)
    const known = await devicesNamed(
      caller,
      'importDeviceParams',
      devices.map(({ deviceNo }) => deviceNo),
    )
    const given = new Map(devices.map(({ deviceNo, values }) => [deviceNo, values]))
    const rows = known.map(({ id: deviceId, deviceNo }) => ({
      deviceId,
      values: given.get(deviceNo ?? '') ?? {},
    }))
    await queries.writeValues(db, id, rows)
    return { count: rows.length }
  },

  clearTaskParamForDevice: async ({ body: { id, devices }, caller }) => {
    await found(caller, 'clearTaskParamForDevice', id)
    await queries.clearValues(
      db,
      id,
      devices && (await devicesFor(caller, 'clearTaskParamForDevice', devices)),
    )
    return null
  },
})

function checkValues(params: ScriptParam[], values: ParamValues, language: Language): void {
  for (const [key, value] of Object.entries(values)) {
    const param = params.find((one) => one.key === key)
    if (!param) throw new AppError('taskParamUnknown', { key })
    const wrong = wrongValue(param, value)
    if (wrong) throw new AppError('taskParamWrong', { key, what: text(language, wrong) })
  }
}
