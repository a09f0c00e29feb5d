import { Input } from 'antd'
import { useText } from '../../app/language.ts'
import mark from '../../app/mark.svg'
import { UploadField } from '../../components/upload/UploadField.tsx'
import { useUploadLimit } from '../../components/upload/use-upload-limit.ts'
import styles from './parameters.module.css'

interface LogoInputProps {
  id?: string
  /** Address of the picture; empty for the product's own. */
  value?: string
  onChange?: (address: string) => void
}

const pictureTypes = ['png', 'jpg', 'jpeg', 'gif', 'webp']

/** The logo as it will look, its address, and a place to drop a picture on. */
export function LogoInput({ id, value = '', onChange }: LogoInputProps) {
  const t = useText()
  const limit = useUploadLimit()
  return (
    <div className={styles.logo}>
      <div className={styles.logoLine}>
        <img src={value || mark} alt={t('parameter.logoPreview')} />
        <Input
          {...(id && { id })}
          allowClear
          maxLength={500}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange?.(event.target.value)}
        />
      </div>
      <UploadField types={pictureTypes} limit={limit} onChange={(file) => file && onChange?.(file.url)} />
    </div>
  )
}
