import { InboxOutlined } from '@ant-design/icons'
import { Upload } from 'antd'
import type { ReactNode } from 'react'
import { showFailure } from '../../api/feedback.ts'
import { choicesText, useText } from '../../ground/language.ts'
import { checkFile } from './check-file.ts'
import styles from './upload.module.css'

interface FileDropProps {
  /** File endings without the dot. */
  types: readonly string[] | 'any'
  /** MB. */
  limit: number
  /** Called with a valid file: a single one, of these types, small enough. */
  onFile: (file: File) => void
  isBusy?: boolean
  /** Several files may be dropped together; each is checked. */
  isMany?: boolean
  id?: string | undefined
  /** Replaces the hint once a file was dropped. */
  chosen?: ReactNode
  children?: ReactNode
}

/** Accepts a dropped or selected file; others are refused with the four messages of spec §8. */
export function FileDrop({
  types,
  limit,
  onFile,
  isBusy = false,
  isMany = false,
  id,
  chosen,
  children,
}: FileDropProps) {
  const t = useText()
  const names = types === 'any' ? '' : choicesText(types)
  const take = (file: File, all: readonly File[]) => {
    const refusal = checkFile({ file, count: isMany ? 1 : all.length, types, limit })
    if (!refusal) onFile(file)
    // Several files dropped together are refused once.
    else if (isMany || file === all[0]) showFailure(t(refusal, { types: names, size: limit }))
    return false
  }
  return (
    <Upload.Dragger
      rootClassName={styles.dragger ?? ''}
      {...(id !== undefined && { id })}
      {...(types !== 'any' && { accept: types.map((type) => `.${type}`).join(',') })}
      multiple
      showUploadList={false}
      disabled={isBusy}
      beforeUpload={take}
    >
      <div className={styles.drop}>
        <InboxOutlined className={styles.icon} aria-hidden />
        {chosen ?? <span>{t('upload.drop', { types: names, size: limit })}</span>}
        {children}
      </div>
    </Upload.Dragger>
  )
}
