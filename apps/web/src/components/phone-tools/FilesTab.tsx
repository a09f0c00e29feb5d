import {
  DownloadOutlined,
  FileOutlined,
  FolderOutlined,
  ReloadOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import type { ListedFile } from '@fleetdeck/contract/phone-tools'
import { Alert, Breadcrumb, Button, Spin, Tooltip } from 'antd'
import { useState } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { byteText } from '../byte-text.ts'
import { EmptyState } from '../EmptyState.tsx'
import { useFileDrop } from '../screen/use-file-drop.ts'
import { fullTime } from '../time-text.ts'
import { FileChooser } from './FileChooser.tsx'
import type { ToolTabProps } from './tool-tab.ts'
import styles from './tools.module.css'
import { useAskedTool } from './use-tool-answer.ts'

const start = '/sdcard'
const pathBelow = (folder: string, name: string) => `${folder === '/' ? '' : folder}/${name}`

/** Folders of the phone: files from it, and to it. */
export function FilesTab({ session, files }: ToolTabProps) {
  const t = useText()
  const [folder, setFolder] = useState(start)
  const { answer, reason, isBusy, ask } = useAskedTool(session, { tool: 'listFiles', folder }, files?.ended)
  const drop = useFileDrop(files?.send)
  const parts = folder.split('/').filter(Boolean)
  const places = [
    { name: '/', path: '/' },
    ...parts.map((name, index) => ({ name, path: `/${parts.slice(0, index + 1).join('/')}` })),
  ]
  const listed = reason === undefined ? (answer?.files ?? []) : []
  const sorted = [...listed].sort((one, other) => Number(other.isFolder) - Number(one.isFolder))
  return (
    <div className={`${styles.tab} ${drop.isOver ? styles.over : ''}`} {...drop.handlers}>
      <div className={styles.bar}>
        <Breadcrumb
          className={styles.search ?? ''}
          items={places.map(({ name, path }) => ({
            key: path,
            title: (
              <Button type="link" size="small" className={styles.crumb ?? ''} onClick={() => setFolder(path)}>
                {name}
              </Button>
            ),
          }))}
        />
        <Tooltip title={t('table.refresh')}>
          <Button
            type="text"
            icon={<ReloadOutlined />}
            aria-label={t('table.refresh')}
            onClick={() => inBackground(ask({ tool: 'listFiles', folder }))}
          />
        </Tooltip>
        {files && <FileChooser label={t('tools.push')} icon={<UploadOutlined />} onFiles={files.send} />}
      </div>
      {files && <p className={styles.hint}>{t('tools.pushHint', { size: files.limit })}</p>}
      {reason !== undefined && <Alert type="error" showIcon role="alert" title={reason} />}
      <Spin spinning={isBusy}>
        {answer && reason === undefined && sorted.length === 0 && <EmptyState text={t('tools.noFiles')} />}
        <ul className={styles.list} aria-label={t('tools.files')}>
          {sorted.map((file) => (
            <FileRow
              key={file.name}
              file={file}
              onOpen={() => setFolder(pathBelow(folder, file.name))}
              {...(files && { onPull: () => files.pull(pathBelow(folder, file.name)) })}
            />
          ))}
        </ul>
      </Spin>
    </div>
  )
}

interface FileRowProps {
  file: ListedFile
  onOpen: () => void
  onPull?: () => void
}

function FileRow({ file, onOpen, onPull }: FileRowProps) {
  const t = useText()
  const { name, isFolder, size, time } = file
  if (isFolder)
    return (
      <li>
        <Button type="link" className={styles.folder ?? ''} icon={<FolderOutlined />} onClick={onOpen}>
          {name}
        </Button>
      </li>
    )
  return (
    <li>
      <span className={styles.name}>
        <span title={name}>
          <FileOutlined aria-hidden /> {name}
        </span>
        <small>
          {byteText(size)}
          {time > 0 && ` · ${fullTime(time)}`}
        </small>
      </span>
      {onPull && (
        <Tooltip title={t('tools.pullOf', { name })}>
          <Button
            type="text"
            size="small"
            icon={<DownloadOutlined />}
            aria-label={t('tools.pullOf', { name })}
            onClick={onPull}
          />
        </Tooltip>
      )}
    </li>
  )
}
