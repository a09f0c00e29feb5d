import { ClearOutlined, DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Checkbox, Input, Tooltip } from 'antd'
import { useMemo, useState } from 'react'
import { saveBlob } from '../../api/download.ts'
import { useText } from '../../ground/language.ts'
import { EmptyState } from '../EmptyState.tsx'
import { StateBadge } from '../StateBadge.tsx'
import { LogLines } from './LogLines.tsx'
import styles from './log.module.css'
import { logText, matchingLines } from './log-text.ts'
import { useLogLines } from './use-log-lines.ts'

/** The live log of one phone: find, follow, clear, download. */
export function LogView({ deviceNo }: { deviceNo: string }) {
  const t = useText()
  const { lines, connection, clear } = useLogLines(deviceNo)
  const [search, setSearch] = useState('')
  const [isFollowing, setFollowing] = useState(true)
  const shown = useMemo(() => matchingLines(lines, search), [lines, search])
  const count =
    search.trim() === ''
      ? t('screen.logLines', { count: lines.length })
      : t('screen.logMatches', { count: shown.length, total: lines.length })
  const save = () => saveBlob(new Blob([logText(shown)], { type: 'text/plain' }), `${deviceNo}.log.txt`)

  return (
    <div className={styles.log}>
      <div className={styles.bar}>
        <Input
          allowClear
          className={styles.search ?? ''}
          placeholder={t('screen.logSearch')}
          aria-label={t('screen.logSearch')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <StateBadge
          condition={connection.socket === 'open' ? 'online' : connection.refusal ? 'failed' : 'busy'}
          text={t(
            connection.socket === 'open'
              ? 'screen.logLive'
              : connection.refusal
                ? 'screen.closed'
                : 'screen.connecting',
          )}
        />
        <span className={styles.count}>{count}</span>
        <div className={styles.buttons}>
          <Checkbox checked={isFollowing} onChange={(event) => setFollowing(event.target.checked)}>
            {t('screen.logFollow')}
          </Checkbox>
          <Tooltip title={t('screen.logClear')}>
            <Button type="text" icon={<ClearOutlined />} aria-label={t('screen.logClear')} onClick={clear} />
          </Tooltip>
          <Tooltip title={t('screen.logDownload')}>
            <Button
              type="text"
              icon={<DownloadOutlined />}
              aria-label={t('screen.logDownload')}
              disabled={shown.length === 0}
              onClick={save}
            />
          </Tooltip>
        </div>
      </div>
      {connection.refusal && (
        <Alert type="error" showIcon title={connection.refusal.reason || t('screen.closed')} />
      )}
      {shown.length === 0 ? (
        <EmptyState text={t(lines.length > 0 ? 'screen.logNothing' : 'screen.logWaiting')} />
      ) : (
        <LogLines
          lines={shown}
          label={t('screen.log')}
          isFollowing={isFollowing}
          onStopFollowing={() => setFollowing(false)}
        />
      )}
    </div>
  )
}
