import { LinkOutlined } from '@ant-design/icons'
import type { Editor } from '@tiptap/react'
import { Button, Input, Popover, Space, Tooltip } from 'antd'
import { useState } from 'react'
import { useText } from '../../ground/language.ts'

const isAddress = (text: string) => /^(https?:\/\/\S+|mailto:\S+@\S+)$/i.test(text)

/** Turns the selection into a link; an empty address removes it. */
export function LinkTool({ editor }: { editor: Editor }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const isWrong = address !== '' && !isAddress(address)
  const open = (next: boolean) => {
    setAddress(String(editor.getAttributes('link').href ?? ''))
    setOpen(next)
  }
  const apply = () => {
    if (isWrong) return
    const chain = editor.chain().focus().extendMarkRange('link')
    if (address === '') chain.unsetLink().run()
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain
        .insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] })
        .run()
    else chain.setLink({ href: address }).run()
    setOpen(false)
  }
  const content = (
    <Space.Compact>
      <Input
        autoFocus
        value={address}
        placeholder="https://"
        aria-label={t('notice.linkAddress')}
        {...(isWrong && { status: 'error' })}
        onChange={(event) => setAddress(event.target.value.trim())}
        onPressEnter={(event) => {
          event.preventDefault()
          apply()
        }}
      />
      <Button onClick={apply} disabled={isWrong}>
        {t('table.save')}
      </Button>
    </Space.Compact>
  )
  return (
    <Popover trigger="click" open={isOpen} onOpenChange={open} content={content} destroyOnHidden>
      <Tooltip title={t('notice.toolLink')} mouseEnterDelay={0.4}>
        <Button type="text" size="small" icon={<LinkOutlined />} aria-label={t('notice.toolLink')} />
      </Tooltip>
    </Popover>
  )
}
