import { FileTextOutlined } from '@ant-design/icons'
import { Button, Drawer, Form, Skeleton } from 'antd'
import { lazy, Suspense, useRef, useState } from 'react'
import { askToDiscard } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { loadCode } from '../../ground/load-code.ts'
import type { ExampleScript } from './ExampleList.tsx'

const List = lazy(async () => {
  const { ExampleList } = await loadCode(() => import('./ExampleList.tsx'))
  return { default: ExampleList }
})

/** Offers examples to a new script, and writes the selected one into its form. */
export function ExampleField() {
  const t = useText()
  const form = Form.useFormInstance()
  const [isOpen, setOpen] = useState(false)
  const inserted = useRef<ExampleScript>(undefined)
  const insert = async (example: ExampleScript) => {
    const { scriptName, content } = form.getFieldsValue(true)
    if (content && content !== inserted.current?.content && !(await askToDiscard())) return
    const isNamed = scriptName && scriptName !== inserted.current?.scriptName
    form.setFieldsValue({ source: 'written', ...example, ...(isNamed && { scriptName }) })
    inserted.current = example
    setOpen(false)
  }
  return (
    <Form.Item>
      <Button icon={<FileTextOutlined />} onClick={() => setOpen(true)}>
        {t('scriptExample.open')}
      </Button>
      <Drawer open={isOpen} size={760} title={t('scriptExample.title')} onClose={() => setOpen(false)}>
        <Suspense fallback={<Skeleton active />}>
          <List onUse={(example) => void insert(example).catch(() => undefined)} />
        </Suspense>
      </Drawer>
    </Form.Item>
  )
}
