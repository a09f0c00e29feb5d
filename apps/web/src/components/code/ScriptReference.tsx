import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button, Drawer, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../ground/language.ts'
import { loadCode } from '../../ground/load-code.ts'

const List = lazy(async () => {
  const { ScriptFunctions } = await loadCode(() => import('./ScriptFunctions.tsx'))
  return { default: ScriptFunctions }
})

/** Opens the functions of scripts beside the editor, which stays usable. */
export function ScriptReference() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button type="link" size="small" icon={<QuestionCircleOutlined />} onClick={() => setOpen(true)}>
        {t('script.functions')}
      </Button>
      <Drawer
        open={isOpen}
        size={520}
        mask={false}
        title={t('script.functions')}
        onClose={() => setOpen(false)}
      >
        <Suspense fallback={<Skeleton active />}>
          <List />
        </Suspense>
      </Drawer>
    </>
  )
}
