import {
  BoldOutlined,
  CodeOutlined,
  FontSizeOutlined,
  ItalicOutlined,
  LineOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { type Editor, useEditorState } from '@tiptap/react'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../ground/language.ts'
import { LinkTool } from './LinkTool.tsx'
import { PictureTool } from './PictureTool.tsx'
import styles from './rich-text.module.css'

interface Tool {
  key: TextKey
  icon: ReactNode
  /** The element at the cursor when the tool is active. */
  mark?: string
  run: (editor: Editor) => void
}

const tools: Tool[] = [
  {
    key: 'notice.toolHeading',
    icon: <FontSizeOutlined />,
    mark: 'heading',
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    key: 'notice.toolBold',
    icon: <BoldOutlined />,
    mark: 'bold',
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    key: 'notice.toolItalic',
    icon: <ItalicOutlined />,
    mark: 'italic',
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    key: 'notice.toolUnderline',
    icon: <UnderlineOutlined />,
    mark: 'underline',
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    key: 'notice.toolStrike',
    icon: <StrikethroughOutlined />,
    mark: 'strike',
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    key: 'notice.toolBullets',
    icon: <UnorderedListOutlined />,
    mark: 'bulletList',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    key: 'notice.toolNumbers',
    icon: <OrderedListOutlined />,
    mark: 'orderedList',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    key: 'notice.toolCode',
    icon: <CodeOutlined />,
    mark: 'codeBlock',
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    key: 'notice.toolLine',
    icon: <LineOutlined />,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
]
const history: Tool[] = [
  { key: 'notice.toolUndo', icon: <UndoOutlined />, run: (editor) => editor.chain().focus().undo().run() },
  { key: 'notice.toolRedo', icon: <RedoOutlined />, run: (editor) => editor.chain().focus().redo().run() },
]

export function EditorTools({ editor }: { editor: Editor | null }) {
  const t = useText()
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      tools.flatMap(({ mark }) => (mark && now?.isActive(mark) ? [mark] : [])).join(),
  })
  if (!editor) return null
  const renderButton = ({ key, icon, mark, run }: Tool) => {
    const isOn = mark !== undefined && active?.split(',').includes(mark) === true
    return (
      <Tooltip key={key} title={t(key)} mouseEnterDelay={0.4}>
        <Button
          type={isOn ? 'default' : 'text'}
          size="small"
          icon={icon}
          aria-label={t(key)}
          aria-pressed={mark ? isOn : undefined}
          onClick={() => run(editor)}
        />
      </Tooltip>
    )
  }
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('notice.tools')}>
      {tools.map(renderButton)}
      <LinkTool editor={editor} />
      <PictureTool editor={editor} />
      {history.map(renderButton)}
    </div>
  )
}
