import Image from '@tiptap/extension-image'
import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useText } from '../../ground/language.ts'
import { EditorTools } from './EditorTools.tsx'
import styles from './rich-text.module.css'

interface RichTextEditorProps {
  id?: string
  value?: string
  onChange?: (html: string) => void
}

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, protocols: ['http', 'https', 'mailto'], defaultProtocol: 'https' },
  }),
  Image,
]

/** Formatted text as a form field; the server sanitizes the result. */
export function RichTextEditor({ id, value = '', onChange }: RichTextEditorProps) {
  const t = useText()
  const editor = useEditor({
    extensions,
    content: value,
    editorProps: {
      attributes: {
        ...(id && { id }),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('notice.content'),
      },
    },
    onUpdate: ({ editor: changed }) => onChange?.(changed.isEmpty ? '' : changed.getHTML()),
  })
  return (
    <div className={styles.editor}>
      <EditorTools editor={editor} />
      <EditorContent editor={editor} />
    </div>
  )
}
