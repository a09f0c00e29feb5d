import {
  AppstoreAddOutlined,
  DeleteOutlined,
  PlayCircleOutlined,
  ReloadOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { PhoneApp } from '@fleetdeck/contract/phone-tools'
import { Alert, Button, Input, Spin, Tooltip } from 'antd'
import { useState } from 'react'
import { ask as askUser, inBackground, showFailure, showSuccess } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { useText } from '../../ground/language.ts'
import { EmptyState } from '../EmptyState.tsx'
import { FileChooser } from './FileChooser.tsx'
import type { ToolTabProps } from './tool-tab.ts'
import styles from './tools.module.css'
import { useAskedTool } from './use-tool-answer.ts'

const packageTypes = '.apk,.apks,.xapk'
const request = { tool: 'listApps' } as const

const nameOf = ({ id, name }: PhoneApp) => name ?? id

/** The apps of the phone: open, stop, uninstall, install. */
export function AppsTab({ session, files }: ToolTabProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { answer, reason, isBusy, ask } = useAskedTool(session, request, files?.ended)
  const apps = answer?.apps ?? []
  const wanted = search.trim().toLowerCase()
  const shown = apps.filter((app) => `${nameOf(app)} ${app.id}`.toLowerCase().includes(wanted))
  const run = async (tool: 'launchApp' | 'stopApp', app: PhoneApp) => {
    try {
      await session.askTool({ tool, app: app.id })
      showSuccess(t(tool === 'launchApp' ? 'tools.launched' : 'tools.stopped', { app: nameOf(app) }))
    } catch (error) {
      showFailure(errorMessage(error))
    }
  }
  const uninstall = (app: PhoneApp) =>
    askUser({
      title: t('tools.uninstallTitle', { app: nameOf(app) }),
      content: t('tools.uninstallHint'),
      okText: t('tools.uninstall'),
      cancelText: t('table.cancel'),
      okButtonProps: { danger: true },
      onOk: () => files?.uninstall(app.id),
    })
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <Input
          allowClear
          className={styles.search ?? ''}
          placeholder={t('tools.searchApps')}
          aria-label={t('tools.searchApps')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Tooltip title={t('table.refresh')}>
          <Button
            type="text"
            icon={<ReloadOutlined />}
            aria-label={t('table.refresh')}
            onClick={() => inBackground(ask(request))}
          />
        </Tooltip>
        {files && (
          <FileChooser
            label={t('tools.install')}
            icon={<AppstoreAddOutlined />}
            accept={packageTypes}
            onFiles={files.send}
          />
        )}
      </div>
      {files && <p className={styles.hint}>{t('tools.installHint', { size: files.limit })}</p>}
      {reason !== undefined && <Alert type="error" showIcon role="alert" title={reason} />}
      <Spin spinning={isBusy && !answer}>
        {answer && shown.length === 0 && <EmptyState text={t('tools.noApps')} />}
        <ul className={styles.list} aria-label={t('tools.apps')}>
          {shown.map((app) => (
            <li key={app.id}>
              <span className={styles.name}>
                <b title={nameOf(app)}>{nameOf(app)}</b>
                <small title={app.id}>
                  {app.name !== undefined && `${app.id} · `}
                  {app.version ?? t('tools.noVersion')}
                </small>
              </span>
              <Action
                label={t('tools.launch', { app: nameOf(app) })}
                icon={<PlayCircleOutlined />}
                onClick={() => inBackground(run('launchApp', app))}
              />
              <Action
                label={t('tools.stop', { app: nameOf(app) })}
                icon={<StopOutlined />}
                onClick={() => inBackground(run('stopApp', app))}
              />
              {files && app.isRemovable && (
                <Action
                  label={t('tools.uninstallOf', { app: nameOf(app) })}
                  icon={<DeleteOutlined />}
                  isDanger
                  onClick={() => inBackground(uninstall(app))}
                />
              )}
            </li>
          ))}
        </ul>
      </Spin>
    </div>
  )
}

interface ActionProps {
  label: string
  icon: React.ReactNode
  isDanger?: boolean
  onClick: () => void
}

function Action({ label, icon, isDanger = false, onClick }: ActionProps) {
  return (
    <Tooltip title={label}>
      <Button type="text" size="small" danger={isDanger} icon={icon} aria-label={label} onClick={onClick} />
    </Tooltip>
  )
}
