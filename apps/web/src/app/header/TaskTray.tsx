import { CloseOutlined, CloudSyncOutlined } from '@ant-design/icons'
import { Badge, Button, Popover, Progress } from 'antd'
import { useState } from 'react'
import { removeEndedTasks, type TrayTask, useTaskTray } from '../../api/task-tray.ts'
import { useText } from '../../ground/language.ts'
import { HeaderButton } from './HeaderButton.tsx'

/** Uploads, downloads and batches in progress. */
export function TaskTray() {
  const t = useText()
  const tasks = useTaskTray((tray) => tray.tasks)
  const [isOpen, setOpen] = useState(false)
  const running = tasks.filter((task) => task.state === 'running').length
  const label = running ? t('layout.trayRunning', { count: running }) : t('layout.tray')
  const content = (
    <div className="tray">
      <ul>
        {tasks.map((task) => (
          <TrayRow key={task.id} task={task} />
        ))}
      </ul>
      {running < tasks.length && (
        <Button size="small" onClick={removeEndedTasks}>
          {t('layout.trayClear')}
        </Button>
      )}
    </div>
  )
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t('layout.tray')}
      content={content}
      onOpenChange={setOpen}
    >
      <Badge count={running} size="small" offset={[-6, 6]}>
        <HeaderButton label={label} icon={<CloudSyncOutlined />} isQuiet={isOpen} />
      </Badge>
    </Popover>
  )
}

function TrayRow({ task }: { task: TrayTask }) {
  const t = useText()
  const percent = task.total > 0 ? Math.floor((100 * task.loaded) / task.total) : 0
  const status = { running: 'active', done: 'success', failed: 'exception' } as const
  return (
    <li>
      <div className="tray-name">
        {task.open ? (
          <Button type="link" size="small" onClick={task.open}>
            {task.name}
          </Button>
        ) : (
          <span title={task.name}>{task.name}</span>
        )}
        {task.state === 'running' && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={t('layout.trayCancel', { name: task.name })}
            onClick={task.cancel}
          />
        )}
      </div>
      <Progress
        percent={task.state === 'done' ? 100 : percent}
        status={status[task.state]}
        size="small"
        aria-label={task.name}
      />
      {task.state === 'failed' && <div className="tray-reason">{task.reason}</div>}
    </li>
  )
}
