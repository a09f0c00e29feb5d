import { UnorderedListOutlined } from '@ant-design/icons'
import { Button, Space, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '../../ground/language.ts'
import { PickDialog } from './PickDialog.tsx'
import { RemoteSelect, type RemoteSelectProps } from './RemoteSelect.tsx'

/** A select with a button that opens the whole list. */
export function BrowsableSelect({ title, ...props }: RemoteSelectProps & { title: string }): ReactNode {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { value, onChange, source, disabled = false } = props
  return (
    <>
      <Space.Compact style={{ width: '100%' }}>
        <RemoteSelect {...props} />
        <Tooltip title={t('table.browse')}>
          <Button
            icon={<UnorderedListOutlined />}
            aria-label={`${t('table.browse')} ${title}`}
            disabled={disabled}
            onClick={() => setOpen(true)}
          />
        </Tooltip>
      </Space.Compact>
      {isOpen && (
        <PickDialog
          title={title}
          source={source}
          value={value ? String(value) : ''}
          onClose={() => setOpen(false)}
          onPick={(ids) => {
            onChange?.(Number(ids))
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
