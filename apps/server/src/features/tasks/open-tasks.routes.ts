import { type OpenParam, openTasks } from '@fleetdeck/contract/open-tasks'
import { type ScriptParam, ScriptParams } from '@fleetdeck/contract/script-params'
import { TaskStatus, tasks } from '@fleetdeck/contract/tasks'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireFound } from '../../access/crud-handlers.ts'
import { readCaller } from '../../access/read-caller.ts'
import type { Deps } from '../../deps.ts'
import { originForPhones } from '../../domain/devices/origin-for-phones.ts'
import { toScriptLink } from '../../domain/scripts/script-links.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { isTextKey, text } from '../../platform/http/language.ts'
import { readClock } from '../../platform/scheduler/clock.queries.ts'
import { findDevices, firstTime } from './definition/task-drafts.ts'
import { type FoundTask, findTask } from './definition/tasks.queries.ts'
import { toValues } from './dispatch/task-order.ts'
import * as queries from './open-tasks.queries.ts'
import { TaskCommands } from './task-commands.ts'
import type { TaskEngine } from './task-engine.ts'

type Status = (typeof TaskStatus)[keyof typeof TaskStatus]

/** The two calls for programs with a user's enrolment key. */
export function openTaskRoutes(app: FastifyInstance, deps: Deps, engine: TaskEngine): void {
  const { db, seal, hub, parameters, shared, license, secretGuesses } = deps
  const commands = new TaskCommands(deps, engine)

  const enter = async (secret: string, request: FastifyRequest): Promise<Caller> => {
    const found = await secretGuesses.try(request.ip, secret, () =>
      queries.findUserBySecret(db, seal.hash(secret)),
    )
    if (!found) throw new AppError('dataSecretWrong')
    if (found.isExpired) throw new AppError('tenantExpired')
    await shared.pace.count(found.paces)
    const caller = await readCaller(db, found.user, null)
    // From here on the operation log contains the user's name.
    request.caller = caller
    return caller
  }
  const allow = (caller: Caller, call: keyof typeof tasks) => {
    if (!may(caller, tasks[call].permission)) throw new AppError('forbidden')
  }
  const allowChange = (
    caller: Caller,
    { hasEdits, status }: { hasEdits: boolean; status?: Status | undefined },
  ) => {
    if (hasEdits || status === undefined) allow(caller, 'edit')
    if (status !== undefined) allow(caller, 'updateTaskStatus')
  }
  /** The key is stored on phones, so it only gives access to the user's own rows. */
  const scopeOf = ({ userId }: Caller) => ({ userId, departments: [] })

  const steer = async (task: FoundTask, status: Status, { userId }: Caller) => {
    if (status === TaskStatus.started) await commands.start(task, { startedBy: userId })
    else if (status === TaskStatus.stopped) await commands.stop(task)
    else await commands.stopRemote(task)
  }

  implement(app, openTasks, {
    getTask: async ({ body, request }) => {
      const caller = await enter(body.dataSecret, request)
      allow(caller, 'list')
      const list = await queries.listOpenTasks(db, scopeOf(caller))
      const origin = originForPhones(parameters, request)
      return list.map(({ params, ...task }) => ({
        ...task,
        scriptUrl: toScriptLink(seal, task.scriptUrl, `task:${task.taskId}`, origin),
        valueConfig: params.map(({ key, type, value, options }, index) => ({
          ...{ id: index + 1, key, type, value, options },
        })),
        valueJson: toValues({ params, ownValues: null }),
      }))
    },

    changeTask: async ({ body, request, language }) => {
      const { status, addDevices, removeDevices, addParamEx, removeParam, keepValues } = body
      const caller = await enter(body.dataSecret, request)
      const scope = scopeOf(caller)
      const hasEdits = [addDevices, removeDevices, addParamEx, removeParam].some((list) => list.length > 0)
      allowChange(caller, { hasEdits, status })
      const task = requireFound(await findTask(db, scope, body.taskId))
      const params = changedParams(task.params, { addParamEx, removeParam }, language)
      const added = await findDevices(db, scope, addDevices)
      const removed = (await findDevices(db, scope, removeDevices)).map(({ id }) => id)
      if (status === TaskStatus.started) {
        await license.checkOpen()
        firstTime(task, parameters.get('sys.timeZone'), await readClock(db))
      }
      if (hasEdits) {
        const stopped = await queries.changeTask(db, task, {
          ...{ added, removed, params, keepsValues: keepValues },
        })
        if (!stopped) throw new AppError('taskDeviceRequired')
        await engine.delivery.control(stopped, 'stop')
      }
      if (status !== undefined) await steer(task, status, caller)
      if (added.length)
        await engine.join(
          task.id,
          added.map(({ id }) => id),
        )
      await hub.tasksChanged()
      return null
    },
  })
}

function changedParams(
  params: ScriptParam[],
  { addParamEx, removeParam }: { addParamEx: OpenParam[]; removeParam: string[] },
  language: Language,
): ScriptParam[] {
  const replaced = new Set(addParamEx.map(({ key }) => key))
  const labels = new Map(params.map(({ key, label }) => [key, label]))
  const unknown = removeParam.find((key) => !labels.has(key))
  if (unknown !== undefined) throw new AppError('taskParamUnknown', { key: unknown })
  const kept = params.filter(({ key }) => !replaced.has(key) && !removeParam.includes(key))
  const added = addParamEx.map((param) => ({ ...param, label: labels.get(param.key) ?? '' }))
  const checked = ScriptParams.safeParse([...kept, ...added])
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const key = [...kept, ...added][Number(issue?.path[0])]?.key ?? ''
  const message = issue?.message ?? ''
  throw new AppError('taskParamWrong', { key, what: isTextKey(message) ? text(language, message) : message })
}
