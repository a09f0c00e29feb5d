import type { ErrorName } from '@fleetdeck/contract/errors'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { questionRunning, stopRunning } from '../../../domain/devices/running-scripts.queries.ts'
import { questionNeeds } from '../../../domain/scripts/static-look/question-needs.ts'
import type { ScriptNeed } from '../../../domain/scripts/static-look/script-looks.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import { refusalText } from '../../../platform/http/language.ts'
import { readClock } from '../../../platform/scheduler/clock.queries.ts'
import { removedKeys } from './param-moves.rules.ts'
import type { checkDraft, DraftContext } from './task-drafts.ts'
import { questionPast } from './task-drafts.ts'
import { changeParams, questionValues } from './task-params.queries.ts'
import { targetIds, updateTask } from './task-writes.queries.ts'
import type { FoundTask } from './tasks.queries.ts'

type Checked = Awaited<ReturnType<typeof checkDraft>>

/** Asks all questions about a change at once, unless it is confirmed. One of them may offer a choice. */
export function askAll(
  questions: (AppError | undefined)[],
  { confirmed, language }: { confirmed: boolean; language: DraftContext['language'] },
): void {
  const asked = questions.filter((question) => question !== undefined)
  if (confirmed || asked.length === 0) return
  const isAbout = (name: ErrorName) => asked.some(({ errorName }) => errorName === name)
  const name = isAbout('taskParamValues')
    ? 'taskValuesQuestion'
    : isAbout('taskLacks')
      ? 'taskLacksQuestion'
      : 'taskQuestion'
  throw new AppError(name, { what: asked.map((each) => refusalText(language, each)).join(' ') })
}

export interface EditedTask {
  /** Devices that the task did not have before. */
  added: DeviceId[]
  /** Runs on devices that it no longer has. */
  stopped: { runKey: string; deviceId: DeviceId }[]
}

/** Changes a task. A start in the past, scripts that it stops and values that it deletes are asked about. */
export const editTask = (
  { db, language, scope }: DraftContext,
  before: FoundTask,
  {
    task,
    links,
    confirmed,
    keepValues,
    needs,
  }: Checked & {
    confirmed: boolean
    keepValues: boolean
    /** Of the script on phones that it runs on from now on; undefined: none does. */
    needs: ScriptNeed[] | undefined
  },
): Promise<EditedTask> =>
  db.transaction(async (tx) => {
    const { id } = before
    const had = await targetIds(tx, id)
    await updateTask(tx, id, task, links)
    const has = await targetIds(tx, id)
    const lost = without(had, has)
    const isNewTime =
      task.scheduleType !== before.scheduleType || task.startTime?.getTime() !== before.startTime?.getTime()
    const removed = removedKeys(before, task)
    const isSameScript = task.scriptId === before.scriptId
    const asked = { deviceIds: isSameScript ? without(has, had) : has, scope, language }
    const questions = [
      isNewTime ? questionPast(task, await readClock(tx)) : undefined,
      await questionRunning(tx, lost, { taskId: id }),
      keepValues ? undefined : await questionValues(tx, id, removed),
      needs && (await questionNeeds(tx, { ...asked, needs })),
    ]
    askAll(questions, { confirmed, language })
    await changeParams(tx, { before, params: task.params, keepsValues: keepValues })
    const stopped = await stopRunning(tx, lost, { reason: 'notTarget', which: { taskId: id } })
    return { added: without(has, had), stopped }
  })

function without(ids: DeviceId[], others: DeviceId[]): DeviceId[] {
  const left = new Set(others)
  return ids.filter((id) => !left.has(id))
}
