import { DeleteOutlined } from '@ant-design/icons'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../api/call.ts'
import { shown, showSuccess } from '../api/feedback.ts'
import { useText } from '../ground/language.ts'
import { useMay } from '../ground/session-store.ts'
import { useConfirmCount } from './ConfirmCount.tsx'

interface ClearButtonProps {
  /** A call without any fields. */
  endpoint: Endpoint
  question: string
  /** The view that shows the log. */
  list: Endpoint
}

/** Clears a whole log, after confirmation. */
export function ClearButton({ endpoint, question, list }: ClearButtonProps) {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirmCount()
  const isAllowed = useMay(endpoint.permission)
  const ask = () =>
    confirm({
      title: question,
      names: [],
      hint: t('log.clearHint'),
      okText: t('log.clear'),
      run: async () => {
        await shown(call(endpoint))
        showSuccess(t('log.cleared'))
        await client.invalidateQueries({ queryKey: [list.path] })
      },
    })
  return (
    isAllowed && (
      <Button danger icon={<DeleteOutlined />} onClick={ask}>
        {t('log.clear')}
      </Button>
    )
  )
}
