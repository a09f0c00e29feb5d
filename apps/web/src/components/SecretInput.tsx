import { secretMask } from '@fleetdeck/contract/parameter-rows'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { shown } from '../api/feedback.ts'
import { useText } from '../ground/language.ts'

interface SecretInputProps {
  id?: string
  value?: string
  disabled?: boolean
  maxLength?: number
  onChange?: (text: string) => void
  /** Asks the server for the stored secret, which asks who it is. */
  read: () => Promise<string>
}

/** A stored secret stays masked until it is shown or replaced; one that is typed is shown. */
export function SecretInput({ id, value = '', disabled, maxLength = 500, onChange, read }: SecretInputProps) {
  const t = useText()
  const [stored, setStored] = useState<string>()
  const field = { ...(id && { id }), ...(disabled !== undefined && { disabled }), autoComplete: 'off' }
  if (value !== secretMask)
    return (
      <Input
        {...field}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange?.(event.target.value)}
      />
    )
  const show = () =>
    shown(read())
      .then(setStored)
      .catch(() => undefined)
  return (
    <Space.Compact block>
      <Input {...field} readOnly value={stored ?? value} />
      {stored === undefined && (
        <Button disabled={disabled === true} onClick={show}>
          {t('parameter.showSecret')}
        </Button>
      )}
      <Button disabled={disabled === true} onClick={() => onChange?.('')}>
        {t('parameter.replaceSecret')}
      </Button>
    </Space.Compact>
  )
}
