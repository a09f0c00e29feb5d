import type { TaskRun } from '@fleetdeck/contract/task-runs'
import { Space, Tag } from 'antd'
import { type Translate, useText } from '../../ground/language.ts'

type Named = Pick<TaskRun, 'taskId' | 'taskName' | 'scriptName' | 'startedBy'>

/** The task's name; a try has those of its script and its author. */
export const runName = (t: Translate, { taskId, taskName, scriptName, startedBy }: Named) =>
  taskId === null ? t('task.tryName', { script: scriptName, user: startedBy ?? '–' }) : taskName

export function RunName({ run }: { run: Named }) {
  const t = useText()
  if (run.taskId !== null) return run.taskName
  return (
    <Space size={4}>
      <Tag>{t('task.kindTry')}</Tag>
      <span>
        {run.scriptName} · {run.startedBy ?? '–'}
      </span>
    </Space>
  )
}
