import {
  ClearOutlined,
  CopyOutlined,
  DownloadOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
} from '@ant-design/icons'
import { Alert, Button, Input, Select, Tooltip } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { saveBlob } from '../../api/download.ts'
import { inBackground, showFailure, showSuccess } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { copyToClipboard } from '../../ground/clipboard.ts'
import { useText } from '../../ground/language.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import { LogLines } from '../device-log/LogLines.tsx'
import { logText } from '../device-log/log-text.ts'
import { EmptyState } from '../EmptyState.tsx'
import {
  appsIn,
  filteredLines,
  type HeardLine,
  type LogFilter,
  systemLevels,
  withLines,
} from './system-log.ts'
import type { ToolTabProps } from './tool-tab.ts'
import styles from './tools.module.css'

const levelTexts = {
  V: 'tools.levelV',
  D: 'screen.levelDebug',
  I: 'screen.levelInfo',
  W: 'screen.levelWarn',
  E: 'screen.levelError',
} as const

/** The system log of the phone, while the component is mounted; a pause keeps what is shown. */
function useSystemLog(session: ScreenSession) {
  const [lines, setLines] = useState<readonly HeardLine[]>([])
  const [missed, setMissed] = useState(0)
  const [ended, setEnded] = useState<string>()
  useEffect(() => {
    const unfollow = session.onSystemLog((log) => {
      setLines((known) => withLines(known, log.lines))
      setMissed((known) => known + log.missed)
      if (log.ended !== undefined) setEnded(log.ended)
    })
    session
      .askTool({ tool: 'followLog', isOn: true })
      .catch((error: unknown) => setEnded(errorMessage(error)))
    return () => {
      unfollow()
      session.askTool({ tool: 'followLog', isOn: false }).catch(() => undefined)
    }
  }, [session])
  return { lines, missed, ended, clear: () => setLines([]) }
}

/** The phone's system log: filter, pause, copy, save. It ends on the phone when this is closed. */
export function LogTab({ deviceNo, session }: ToolTabProps) {
  const t = useText()
  const { lines: heard, missed, ended, clear } = useSystemLog(session)
  const [paused, setPaused] = useState<readonly HeardLine[]>()
  const [isFollowing, setFollowing] = useState(true)
  const [filter, setFilter] = useState<LogFilter>({ text: '', level: 'V', app: undefined })
  const lines = paused ?? heard
  const shown = useMemo(() => filteredLines(lines, filter), [lines, filter])
  const apps = useMemo(() => appsIn(lines), [lines])
  const change = (news: Partial<LogFilter>) => setFilter({ ...filter, ...news })
  const pause = () => {
    setPaused(paused ? undefined : heard)
    setFollowing(true)
  }
  const copy = async () => {
    if (await copyToClipboard(logText(shown))) showSuccess(t('table.copied'))
    else showFailure(t('table.copyFailed'))
  }
  const save = () => saveBlob(new Blob([logText(shown)], { type: 'text/plain' }), `${deviceNo}.logcat.txt`)
  return (
    <div className={`${styles.tab} ${styles.log}`}>
      <div className={styles.bar}>
        <Input
          allowClear
          className={styles.search ?? ''}
          placeholder={t('screen.logSearch')}
          aria-label={t('screen.logSearch')}
          value={filter.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <Select
          className={styles.level ?? ''}
          aria-label={t('tools.logLevel')}
          value={filter.level}
          options={systemLevels.map((level) => ({ value: level, label: t(levelTexts[level]) }))}
          onChange={(level) => change({ level })}
        />
      </div>
      <div className={styles.bar}>
        <Select
          allowClear
          showSearch
          className={styles.search ?? ''}
          aria-label={t('tools.logApp')}
          placeholder={t('tools.logApp')}
          value={filter.app}
          options={apps.map((app) => ({ value: app, label: app }))}
          onChange={(app: string | undefined) => change({ app })}
        />
        <LogButton
          label={t(paused ? 'tools.logContinue' : 'tools.logPause')}
          icon={paused ? <PlayCircleOutlined /> : <PauseCircleOutlined />}
          onClick={pause}
        />
        <LogButton label={t('screen.logClear')} icon={<ClearOutlined />} onClick={clear} />
        <LogButton
          label={t('tools.logCopy')}
          icon={<CopyOutlined />}
          isOff={shown.length === 0}
          onClick={() => inBackground(copy())}
        />
        <LogButton
          label={t('screen.logDownload')}
          icon={<DownloadOutlined />}
          isOff={shown.length === 0}
          onClick={save}
        />
      </div>
      <p className={styles.hint} role="status">
        {t('screen.logMatches', { count: shown.length, total: lines.length })}
        {missed > 0 && ` · ${t('tools.logMissed', { count: missed })}`}
      </p>
      {ended !== undefined && (
        <Alert type="warning" showIcon role="alert" title={ended || t('tools.logEnded')} />
      )}
      {shown.length === 0 ? (
        <EmptyState text={t(lines.length > 0 ? 'screen.logNothing' : 'screen.logWaiting')} />
      ) : (
        <LogLines
          lines={shown}
          label={t('tools.log')}
          isFollowing={isFollowing && !paused}
          onStopFollowing={() => setFollowing(false)}
        />
      )}
    </div>
  )
}

interface LogButtonProps {
  label: string
  icon: ReactNode
  isOff?: boolean
  onClick: () => void
}

function LogButton({ label, icon, isOff = false, onClick }: LogButtonProps) {
  return (
    <Tooltip title={label}>
      <Button type="text" icon={icon} aria-label={label} disabled={isOff} onClick={onClick} />
    </Tooltip>
  )
}
