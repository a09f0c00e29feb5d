import { Input } from 'antd'
import { useText } from '../../ground/language.ts'
import { StoredPicture } from './StoredPicture.tsx'
import { UploadField } from './UploadField.tsx'
import styles from './upload.module.css'
import { useUploadLimits } from './use-upload-limits.ts'

interface StoredFileFieldProps {
  /** Pictures only, stored by address; other files by their stored name. */
  isPicture?: boolean
  /** Address of the picture that is used while there is none. */
  fallback?: string | undefined
  maxLength?: number
  /** Largest file in MB, below the site's limit. */
  maxMb?: number
  id?: string
  value?: string | null
  onChange?: (address: string) => void
  disabled?: boolean
}

const pictureTypes = ['png', 'jpg', 'jpeg', 'gif', 'webp']

/** An uploaded file, as the text that a row stores; a picture is shown as it will look. */
export function StoredFileField(props: StoredFileFieldProps) {
  const {
    isPicture = false,
    fallback = '',
    value,
    onChange,
    disabled = false,
    maxMb = Infinity,
    ...rest
  } = props
  const t = useText()
  const { limit, types } = useUploadLimits()
  return (
    <div className={styles.stored}>
      <div className={styles.storedLine}>
        {isPicture && <StoredPicture address={value || fallback} alt={t('upload.preview')} />}
        <Input
          {...rest}
          allowClear
          spellCheck={false}
          value={value ?? ''}
          disabled={disabled}
          onChange={(event) => onChange?.(event.target.value)}
        />
      </div>
      {!disabled && (
        <UploadField
          types={isPicture ? pictureTypes : types}
          limit={Math.min(limit, maxMb)}
          onChange={(file) => file && onChange?.(isPicture ? file.url : file.fileName)}
        />
      )}
    </div>
  )
}
