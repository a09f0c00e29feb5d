import type { DeviceId, ScriptId, TaskId } from '@fleetdeck/contract/ids'
import { ScriptPause, TaskStatus, tasks } from '@fleetdeck/contract/tasks'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import type { Scope } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { requireModules } from '../../domain/scripts/modules/pin-imports.ts'
import { questionNeeds } from '../../domain/scripts/static-look/question-needs.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { exportSheet } from '../../platform/crud/export-sheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { readClock } from '../../platform/scheduler/clock.queries.ts'
import { askAll, editTask } from './definition/edit-task.ts'
import { draftOfCopy } from './definition/task-copies.ts'
import {
  checkDraft,
  type DraftContext,
  findDevices,
  firstTime,
  previewTimes,
  questionPast,
  timeAfterEdit,
  visibleUsers,
} from './definition/task-drafts.ts'
import * as options from './definition/task-options.queries.ts'
import { taskParamHandlers } from './definition/task-params.ts'
import { findUsableScript, usableScripts } from './definition/task-scripts.queries.ts'
import * as writes from './definition/task-writes.queries.ts'
import type { FoundTask } from './definition/tasks.queries.ts'
import * as queries from './definition/tasks.queries.ts'
import { warnOfLacks } from './definition/warn-of-lacks.ts'
import { scriptNeeds } from './dispatch/script-needs.ts'
import { openTaskRoutes } from './open-tasks.routes.ts'
import { explainRun } from './runs/explain-run.ts'
import { runsByHour } from './runs/runs.queries.ts'
import { taskRunRoutes } from './runs/runs.routes.ts'
import { taskSheet } from './runs/task-sheets.ts'
import { TaskCommands } from './task-commands.ts'
import type { TaskEngine } from './task-engine.ts'

type Call = keyof typeof tasks

export function taskRoutes(app: FastifyInstance, deps: Deps, engine: TaskEngine) {
  taskRunRoutes(app, deps)
  openTaskRoutes(app, deps, engine)
  const { db, hub, parameters } = deps
  const commands = new TaskCommands(deps, engine)
  const scopeOf = scopesOf(tasks)
  const timeZone = () => parameters.get('sys.timeZone')

  const found = async (caller: Caller, call: Call, id: TaskId) => {
    return requireFound(await queries.findTask(db, scopeOf(caller, call), id))
  }
  const createContext = (
    { caller, language }: Pick<DraftContext, 'language'> & { caller: Caller },
    call: Call,
  ) => ({
    ...{ db, userId: caller.userId, scope: scopeOf(caller, call) },
    ...{ language, timeZone: timeZone() },
  })
  const devicesNamed = (caller: Caller, call: Call, deviceNos: string[]) =>
    findDevices(db, scopeOf(caller, call), deviceNos)
  const devicesFor = async (caller: Caller, call: Call, deviceNos: string[]) =>
    (await devicesNamed(caller, call, deviceNos)).map(({ id }) => id)

  /** Refuses to start a task before it is added. */
  const requireStart = async (
    caller: Caller,
    task: Parameters<typeof firstTime>[0] & { scriptId: ScriptId },
  ) => {
    if (!may(caller, tasks.updateTaskStatus.permission)) throw new AppError('forbidden')
    await requireModules(db, task.scriptId)
    await deps.license.checkOpen()
    firstTime(task, timeZone(), await readClock(db))
  }

  const questionScript = async (
    { scriptId }: { scriptId: ScriptId },
    asked: { deviceIds: DeviceId[]; scope: Scope; language: Language },
  ) => questionNeeds(db, { ...asked, needs: await scriptNeeds(deps, scriptId) })

  const askBeforeStart = async (
    task: FoundTask,
    { leaveOut, ...asked }: { confirmed: boolean; leaveOut: boolean; language: Language; scope: Scope },
  ) => {
    const deviceIds = await writes.targetIds(db, task.id)
    const questions = [
      questionPast(task, await readClock(db)),
      leaveOut ? undefined : await questionScript(task, { ...asked, deviceIds }),
    ]
    askAll(questions, asked)
  }

  /** The caller's own task, or one shared with the caller. */
  const copyable = async (caller: Caller, call: Call, id: TaskId) => {
    const own = await queries.findTask(db, scopeOf(caller, call), id)
    if (own) return { task: own, links: await queries.readLinks(db, id) }
    const [shared] = await queries.sharedWith(db, caller.userId, id)
    const task = shared && (await queries.findTask(db, 'all', id))
    if (!task) throw new AppError('notFound')
    return { task, links: undefined }
  }

  implement(app, tasks, {
    list: ({ query, caller }) => queries.listTasks(db, scopeOf(caller, 'list'), query),

    one: async ({ query, caller }) => {
      return requireFound(await queries.findDetails(db, scopeOf(caller, 'one'), query.id))
    },

    add: async ({ body: { status, confirmed, leaveOut, ...draft }, caller, language }) => {
      const { task, links } = await checkDraft(createContext({ caller, language }, 'add'), draft)
      const isStarted = status === TaskStatus.started
      if (isStarted) await requireStart(caller, task)
      const questions = [
        questionPast(task, await readClock(db)),
        isStarted && !leaveOut
          ? await questionScript(task, {
              deviceIds: await writes.linkedDevices(db, links),
              ...{ scope: scopeOf(caller, 'add'), language },
            })
          : undefined,
      ]
      askAll(questions, { confirmed, language })
      const id = await writes.insertTask(db, { ...task, tenantId: caller.userId }, links)
      if (isStarted)
        await commands.start(await found(caller, 'add', id), {
          ...{ startedBy: caller.userId, leavesOut: leaveOut },
        })
      else await hub.tasksChanged()
      return { id }
    },

    edit: async ({ body: { id, confirmed, keepValues, ...draft }, caller, language }) => {
      const before = await found(caller, 'edit', id)
      const context = createContext({ caller, language }, 'edit')
      const { task, links } = await checkDraft(context, draft, before)
      const isAsked = before.status === TaskStatus.started && !before.completed && !before.leavesOut
      const { added, stopped } = await editTask(context, before, {
        ...{ task, links, confirmed, keepValues },
        needs: isAsked ? await scriptNeeds(deps, task.scriptId) : undefined,
      })
      await engine.delivery.control(stopped, 'stop')
      await writes.setNextRun(
        db,
        id,
        timeAfterEdit(before, task, { timeZone: timeZone(), now: await readClock(db) }),
      )
      await engine.join(id, added)
      await hub.tasksChanged()
      return null
    },

    remove: async ({ query: { ids }, caller }) => {
      if (!(await queries.allTasksVisible(db, scopeOf(caller, 'remove'), ids))) throw new AppError('notFound')
      if (await queries.anyActive(db, ids)) throw new AppError('taskStarted')
      await writes.deleteTasks(db, ids)
      await hub.tasksChanged()
      return null
    },

    export: ({ query, caller, language }) => {
      const rows = queries.eachTask(db, scopeOf(caller, 'export'), query)
      return exportSheet(deps, taskSheet, rows, { caller, language })
    },

    deviceList: ({ query, caller }) => options.listDevices(db, scopeOf(caller, 'deviceList'), query),
    deviceListByGroup: async ({ query: { groupids }, caller }) => {
      const scope = scopeOf(caller, 'deviceListByGroup')
      if (!(await writes.allGroupsVisible(db, scope, groupids))) throw new AppError('notFound')
      return options.devicesOfGroups(db, scope, groupids)
    },
    platformList: ({ caller }) => options.listPlatforms(db, scopeOf(caller, 'platformList')),
    deviceGroupList: ({ query, caller }) => options.listGroups(db, scopeOf(caller, 'deviceGroupList'), query),
    listScript: ({ query, caller }) =>
      usableScripts(db, scopeOf(caller, 'listScript'), caller.userId, query.platformId),
    scriptParams: async ({ query, caller }) => {
      const script = await findUsableScript(
        db,
        scopeOf(caller, 'scriptParams'),
        caller.userId,
        query.scriptId,
      )
      if (!script) throw new AppError('notFound')
      return script.params
    },

    listShareTask: ({ caller }) => queries.sharedWith(db, caller.userId),
    listTaskForShareTo: ({ caller }) => queries.shareable(db, scopeOf(caller, 'listTaskForShareTo')),
    shareTo: async ({ body: { ids, userIds }, caller }) => {
      const scope = scopeOf(caller, 'shareTo')
      if (!(await queries.allTasksVisible(db, scope, ids))) throw new AppError('notFound')
      await writes.replaceShares(db, ids, await visibleUsers(db, scope, userIds))
      await hub.tasksChanged()
      return null
    },
    getCopyInfo: async ({ query, caller, language }) => {
      const { task, links } = await copyable(caller, 'getCopyInfo', query.id)
      return draftOfCopy(task, links, language)
    },
    copyTaskInfo: async ({ query, caller, language }) => {
      const { task, links } = await copyable(caller, 'copyTaskInfo', query.id)
      const draft = draftOfCopy(task, links, language)
      const checked = await checkDraft(createContext({ caller, language }, 'copyTaskInfo'), draft, task)
      const id = await writes.insertTask(db, { ...checked.task, tenantId: caller.userId }, checked.links)
      await hub.tasksChanged()
      return { id }
    },

    ...taskParamHandlers({ db, found, devicesFor, devicesNamed }),

    testCronText: async ({ body, language }) =>
      previewTimes(body.cronText, { language, timeZone: timeZone() }),

    updateTaskStatus: async ({ body: { id, status, confirmed, leaveOut }, caller, language }) => {
      const task = await found(caller, 'updateTaskStatus', id)
      if (status !== TaskStatus.started) {
        await commands.stop(task)
        return null
      }
      await deps.license.checkOpen()
      const scope = scopeOf(caller, 'updateTaskStatus')
      await askBeforeStart(task, { confirmed, leaveOut, language, scope })
      await commands.start(task, { startedBy: caller.userId, leavesOut: leaveOut })
      return null
    },
    updateTaskStatusClear: async ({ body: { id, confirmed, leaveOut }, caller, language }) => {
      const task = await found(caller, 'updateTaskStatusClear', id)
      await deps.license.checkOpen()
      const scope = scopeOf(caller, 'updateTaskStatusClear')
      await askBeforeStart(task, { confirmed, leaveOut, language, scope })
      await writes.cleanRuns(db, id)
      await commands.start(task, { startedBy: caller.userId, leavesOut: leaveOut })
      return null
    },
    updateTaskStatusAndStopRemote: async ({ body: { id }, caller }) => ({
      reached: await commands.stopRemote(await found(caller, 'updateTaskStatusAndStopRemote', id)),
    }),
    pauseOrContinueScript: async ({ body: { deviceNos, status }, caller }) => {
      const deviceIds = await devicesFor(caller, 'pauseOrContinueScript', deviceNos)
      return {
        reached: await engine.delivery.controlPhones(
          deviceIds,
          status === ScriptPause.pause ? 'pause' : 'continue',
        ),
      }
    },
    pauseOrContinueScriptTask: async ({ body: { id, status }, caller }) => ({
      reached: await commands.pause(
        await found(caller, 'pauseOrContinueScriptTask', id),
        status === ScriptPause.pause,
      ),
    }),
    stopScript: async ({ body: { id, status }, caller }) => ({
      reached: await commands.stopRuns(await found(caller, 'stopScript', id), status),
    }),
    again: async ({ body: { id, devices }, caller }) => {
      const task = await found(caller, 'again', id)
      await deps.license.checkOpen()
      const meant = devices ? await devicesFor(caller, 'again', devices) : 'unsuccessful'
      return { count: await commands.again(task, meant, caller.userId) }
    },
    lacks: async ({ query: { ids }, caller, language }) => {
      const scope = scopeOf(caller, 'lacks')
      if (!(await queries.allTasksVisible(db, scope, ids))) throw new AppError('notFound')
      return warnOfLacks(deps, { ids, scope, language })
    },
    why: async ({ query: { id, deviceNo }, caller }) =>
      explainRun(deps, scopeOf(caller, 'why'), await found(caller, 'why', id), deviceNo),

    cleanSendLog: async ({ query: { taskId, devices }, caller }) => {
      const task = await found(caller, 'cleanSendLog', taskId)
      return { count: await commands.clean(task, await devicesFor(caller, 'cleanSendLog', devices)) }
    },
    cleanSendAllLog: async ({ query: { taskId }, caller }) => ({
      count: await commands.clean(await found(caller, 'cleanSendAllLog', taskId)),
    }),
    cleanSendLogByGroup: async ({ query: { taskId, groupIds }, caller }) => {
      const task = await found(caller, 'cleanSendLogByGroup', taskId)
      const scope = scopeOf(caller, 'cleanSendLogByGroup')
      if (!(await writes.allGroupsVisible(db, scope, groupIds))) throw new AppError('notFound')
      return { count: await commands.clean(task, await writes.deviceIdsOfGroups(db, scope, groupIds)) }
    },
    removeAllTaskRelelate: async ({ body: { id }, caller }) => {
      const task = await found(caller, 'removeAllTaskRelelate', id)
      await commands.stopRemote(task)
      await writes.removeRelated(db, id)
      await hub.tasksChanged()
      return null
    },
    updateTaskCache: async ({ caller }) => {
      const count = await engine.reschedule(queries.ownedTasks(scopeOf(caller, 'updateTaskCache')))
      await engine.wakeAll()
      return { count }
    },
    runHours: ({ caller }) => runsByHour(db, scopeOf(caller, 'runHours')),
    summary: ({ caller }) => queries.summarize(db, scopeOf(caller, 'summary'), timeZone()),
  })
}
