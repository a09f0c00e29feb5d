import { PictureOutlined } from '@ant-design/icons'
import type { Editor } from '@tiptap/react'
import { Button, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import { inBackground, showError } from '../../api/feedback.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { useText } from '../../ground/language.ts'

/** Uploads a picture and inserts it at the cursor. */
export function PictureTool({ editor }: { editor: Editor }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const insert = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    try {
      const { url } = await uploadFile(file)
      editor.chain().focus().setImage({ src: url, alt: file.name }).run()
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <>
      <Tooltip title={t('notice.toolPicture')} mouseEnterDelay={0.4}>
        <Button
          type="text"
          size="small"
          loading={isBusy}
          icon={<PictureOutlined />}
          aria-label={t('notice.toolPicture')}
          onClick={() => input.current?.click()}
        />
      </Tooltip>
      <input
        ref={input}
        type="file"
        style={{ display: 'none' }}
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={(event) => {
          inBackground(insert(event.target.files?.[0]))
          event.target.value = ''
        }}
      />
    </>
  )
}
