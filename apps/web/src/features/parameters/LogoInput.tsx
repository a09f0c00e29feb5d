import { Input } from 'antd'
import { useText } from '../../app/language.ts'
import mark from '../../app/mark.svg'
import { useSite } from '../../app/site.ts'
import { UploadField } from '../../components/upload/UploadField.tsx'
import styles from './parameters.module.css'

interface LogoInputProps {
  id?: string
  /** Address of the picture; empty for the product's own. */
  value?: string
  onChange?: (address: string) => void
}

/** Before the site has answered; the server decides anyway. */
const usualMb = 50
const pictureTypes = ['png', 'jpg', 'jpeg', 'gif', 'webp']

/** The logo as it will look, its address, and a place to drop a picture on. */
export function LogoInput({ id, value = '', onChange }: LogoInputProps) {
  const t = useText()
  const { uploadMb = usualMb } = useSite()
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
      <UploadField types={pictureTypes} limit={uploadMb} onChange={(file) => file && onChange?.(file.url)} />
    </div>
  )
}
