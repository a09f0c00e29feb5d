import { InboxOutlined } from '@ant-design/icons'
import type { StoredFile } from '@fleetdeck/contract/files'
import { Progress, Upload } from 'antd'
import { useState } from 'react'
import { showFailure } from '../../api/feedback.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { useText } from '../../app/language.ts'
import { byteText } from '../byte-text.ts'
import { checkFile } from './check-file.ts'
import styles from './upload.module.css'

export interface UploadFieldProps {
  /** Endings without the dot. */
  types: readonly string[]
  /** MB. */
  limit: number
  value?: StoredFile | undefined
  onChange?: (file: StoredFile | undefined) => void
  id?: string
}

/** One file, dropped or chosen, sent at once and shown while it goes; for forms. */
export function UploadField({ types, limit, value, onChange, id }: UploadFieldProps) {
  const t = useText()
  const [name, setName] = useState('')
  const [percent, setPercent] = useState<number>()
  const send = async (file: File) => {
    setName(file.name)
    setPercent(0)
    try {
      onChange?.(await uploadFile(file, (loaded, total) => setPercent(Math.floor((100 * loaded) / total))))
    } catch (error) {
      onChange?.(undefined)
      const isGivenUp = error instanceof Error && error.name === 'AbortError'
      if (!isGivenUp) showFailure(error instanceof Error ? error.message : t('upload.failed'))
    }
    setPercent(undefined)
  }
  const take = (file: File, all: readonly File[]) => {
    const refusal = checkFile({ file, count: all.length, types, limit })
    if (refusal) showFailure(t(refusal, { types: types.join('/'), size: limit }))
    else void send(file)
    return false
  }
  return (
    <Upload.Dragger
      {...(id !== undefined && { id })}
      accept={types.map((type) => `.${type}`).join(',')}
      showUploadList={false}
      disabled={percent !== undefined}
      beforeUpload={take}
    >
      <div className={styles.drop}>
        <InboxOutlined className={styles.icon} aria-hidden />
        {value ? (
          <strong>
            {name} · {byteText(value.size)}
          </strong>
        ) : (
          <span>{t('upload.drop', { types: types.join('/'), size: limit })}</span>
        )}
        {percent !== undefined && <Progress percent={percent} size="small" aria-label={name} />}
      </div>
    </Upload.Dragger>
  )
}
