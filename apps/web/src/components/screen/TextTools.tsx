import { CopyOutlined, FormOutlined } from '@ant-design/icons'
import { Button, Input, Popover, Space, Tooltip } from 'antd'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useText } from '../../ground/language.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import { toolHint, usePopoverSide, useToolSide } from './use-tool-side.ts'

interface TextToolProps {
  session: ScreenSession | undefined
  isOff: boolean
}

interface TextPopoverProps {
  label: string
  icon: ReactNode
  isOff: boolean
  sendText: string
  onSend: (text: string) => void
  /** Shown next to the send button. */
  children?: ReactNode
}

/** An overlay field for a text to the phone, sent by its button or by Ctrl and Enter. */
export function TextPopover({ label, icon, isOff, sendText, onSend, children }: TextPopoverProps) {
  const side = useToolSide()
  const popoverSide = usePopoverSide()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const send = () => {
    if (text === '') return
    onSend(text)
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false)
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
  const content = (
    <Space orientation="vertical" style={{ width: 280 }} onKeyDown={onKeyDown}>
      <Input.TextArea
        autoFocus
        aria-label={label}
        autoSize={{ minRows: 3, maxRows: 10 }}
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Space wrap>
        <Button type="primary" disabled={text === ''} onClick={send}>
          {sendText}
        </Button>
        {children}
      </Space>
    </Space>
  )
  return (
    <Popover
      destroyOnHidden
      trigger="click"
      placement={popoverSide}
      open={isOpen}
      onOpenChange={setOpen}
      title={label}
      content={content}
    >
      <Tooltip title={isOpen ? '' : label} placement={side} {...toolHint}>
        <Button type="text" icon={icon} aria-label={label} aria-expanded={isOpen} disabled={isOff} />
      </Tooltip>
    </Popover>
  )
}

/** Types a longer text on the phone in one step. */
export function TypeTool({ session, isOff }: TextToolProps) {
  const t = useText()
  return (
    <TextPopover
      label={t('screen.text')}
      icon={<FormOutlined />}
      isOff={isOff}
      sendText={t('screen.typeText')}
      onSend={(text) => session?.socket.typeText(text)}
    />
  )
}

/** The clipboard, both ways; the phone's content arrives as an answer and is copied here. */
export function ClipboardTool({ session, isOff }: TextToolProps) {
  const t = useText()
  return (
    <TextPopover
      label={t('screen.clipboard')}
      icon={<CopyOutlined />}
      isOff={isOff}
      sendText={t('screen.toPhone')}
      onSend={(text) => session?.socket.setClipboard(text)}
    >
      <Button onClick={() => session?.socket.askClipboard()}>{t('screen.fromPhone')}</Button>
    </TextPopover>
  )
}
