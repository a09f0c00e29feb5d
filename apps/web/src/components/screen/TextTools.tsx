import { CopyOutlined, FormOutlined } from '@ant-design/icons'
import { Button, Input, Popover, Space, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '../../app/language.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'

interface TextToolProps {
  session: ScreenSession | undefined
  isOff: boolean
}

interface TextPopoverProps extends TextToolProps {
  label: string
  icon: ReactNode
  children: (text: string, clear: () => void) => ReactNode
}

/** A field over the page for a text that goes to the phone. */
function TextPopover({ label, icon, isOff, children }: TextPopoverProps) {
  const [text, setText] = useState('')
  return (
    <Popover
      trigger="click"
      placement="left"
      title={label}
      content={
        <Space orientation="vertical" style={{ width: 280 }}>
          <Input.TextArea
            autoFocus
            aria-label={label}
            autoSize={{ minRows: 3, maxRows: 10 }}
            maxLength={5000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {children(text, () => setText(''))}
        </Space>
      }
    >
      <Tooltip title={label} placement="left">
        <Button type="text" icon={icon} aria-label={label} disabled={isOff} />
      </Tooltip>
    </Popover>
  )
}

/** Types a longer text on the phone at once. */
export function TypeTool(props: TextToolProps) {
  const t = useText()
  return (
    <TextPopover {...props} label={t('screen.text')} icon={<FormOutlined />}>
      {(text, clear) => (
        <Button
          type="primary"
          disabled={text === ''}
          onClick={() => {
            props.session?.socket.typeText(text)
            clear()
          }}
        >
          {t('screen.typeText')}
        </Button>
      )}
    </TextPopover>
  )
}

/** The clipboard, both ways; what the phone has comes as an answer and is copied here. */
export function ClipboardTool(props: TextToolProps) {
  const t = useText()
  return (
    <TextPopover {...props} label={t('screen.clipboard')} icon={<CopyOutlined />}>
      {(text, clear) => (
        <Space>
          <Button
            type="primary"
            disabled={text === ''}
            onClick={() => {
              props.session?.socket.setClipboard(text)
              clear()
            }}
          >
            {t('screen.toPhone')}
          </Button>
          <Button onClick={() => props.session?.socket.askClipboard()}>{t('screen.fromPhone')}</Button>
        </Space>
      )}
    </TextPopover>
  )
}
