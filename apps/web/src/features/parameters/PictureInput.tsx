import { Input } from 'antd'
import { UploadField } from '../../components/upload/UploadField.tsx'
import { useText } from '../../ground/language.ts'
import { useSite } from '../../ground/site.ts'
import styles from './parameters.module.css'

interface PictureInputProps {
  id?: string
  /** The image that is shown while none is set. */
  own?: string | undefined
  /** Address of the picture; empty for the product's own. */
  value?: string
  disabled?: boolean
  onChange?: (address: string) => void
}

/** Used until the site has answered; the server enforces the limit. */
const usualMb = 50
const pictureTypes = ['png', 'jpg', 'jpeg', 'gif', 'webp']

/** A preview of the picture, its address, and a drop area. */
export function PictureInput({ id, own, disabled = false, value = '', onChange }: PictureInputProps) {
  const t = useText()
  const { uploadMb = usualMb } = useSite()
  return (
    <div className={styles.logo}>
      <div className={styles.logoLine}>
        {(value || own) && <img src={value || own} alt={t('parameter.logoPreview')} />}
        <Input
          {...(id && { id })}
          allowClear
          maxLength={500}
          spellCheck={false}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange?.(event.target.value)}
        />
      </div>
      {!disabled && (
        <UploadField
          types={pictureTypes}
          limit={uploadMb}
          onChange={(file) => file && onChange?.(file.url)}
        />
      )}
    </div>
  )
}
