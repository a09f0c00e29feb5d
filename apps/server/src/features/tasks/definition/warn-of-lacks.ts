import type { TaskId } from '@fleetdeck/contract/ids'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Scope } from '../../../access/data-scope.ts'
import type { Deps } from '../../../deps.ts'
import { capabilitiesIn, describeLacks } from '../../../domain/scripts/static-look/question-needs.ts'
import { text } from '../../../platform/http/language.ts'
import { needsByScript } from '../dispatch/script-needs.ts'
import { lackingTargets, scheduledTasks } from './lacking-tasks.queries.ts'

/**
 * What phones of these scheduled tasks lack, by the present versions of their scripts. Phones out of scope only count.
 */
export async function warnOfLacks(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { ids, scope, language }: { ids: TaskId[]; scope: Scope; language: Language },
) {
  const tasks = await scheduledTasks(db, ids)
  const needs = await needsByScript({ db, files }, [...new Set(tasks.map(({ scriptId }) => scriptId))])
  const needsOfTask = tasks.map((task) => ({ ...task, needs: needs.get(task.scriptId) ?? [] }))
  const needed = needsOfTask.flatMap(({ id: key, needs: own }) =>
    [...capabilitiesIn(own)].map((capability) => ({ key, capability })),
  )
  const found = await lackingTargets(db, scope, needed)
  return needsOfTask.flatMap(({ id, leavesOut, needs: own }) => {
    const lacking = found.get(id)
    if (!lacking) return []
    const warning = text(language, 'task.lacks', describeLacks(lacking, own, language))
    const shown = leavesOut ? text(language, 'task.lacksLeftOut', { warning }) : warning
    return [{ id, count: lacking.count, text: shown }]
  })
}
