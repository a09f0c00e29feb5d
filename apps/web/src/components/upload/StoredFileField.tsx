import { Image, Input, Space } from 'antd'
import { UploadField } from './UploadField.tsx'
import { useUploadLimits } from './use-upload-limits.ts'

interface StoredFileFieldProps {
  /** Pictures only, stored by address; other files by their stored name. */
  isPicture?: boolean
  id?: string
  value?: string | null
  onChange?: (address: string) => void
  disabled?: boolean
}

const pictureTypes = ['png', 'jpg', 'jpeg', 'gif', 'webp']

/** An uploaded file, as the text that a row stores. */
export function StoredFileField({
  isPicture = false,
  id,
  value,
  onChange,
  disabled = false,
}: StoredFileFieldProps) {
  const { limit, types } = useUploadLimits()
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      {isPicture && <StoredPicture address={value ?? ''} />}
      <Input
        {...(id !== undefined && { id })}
        allowClear
        spellCheck={false}
        value={value ?? ''}
        disabled={disabled}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {!disabled && (
        <UploadField
          types={isPicture ? pictureTypes : types}
          limit={limit}
          onChange={(file) => file && onChange?.(isPicture ? file.url : file.fileName)}
        />
      )}
    </Space>
  )
}

/** A picture by its address, initially small. */
export function StoredPicture({ address }: { address: string }) {
  return address === '' ? null : <Image src={address} alt="" height={40} />
}
