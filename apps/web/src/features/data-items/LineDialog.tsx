import { type DataItem, dataItems } from '@fleetdeck/contract/data-items'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { useDraft } from '../../components/drafts/use-draft.tsx'
import { useText } from '../../ground/language.ts'

/** Adds a line to an item's content or removes one, without overwriting concurrent changes by phones. */
export function LineDialog({ item, onClose }: { item: DataItem; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [line, setLine] = useState('')
  const draft = useDraft<string>({
    place: `dataItem/line/${item.id}`,
    stored: undefined,
    read: () => line,
    restore: setLine,
  })
  const change = useMutation({
    mutationFn: async (what: 'appendLine' | 'removeLine') => {
      await call(dataItems[what], { body: { id: item.id, line } })
      return what
    },
    onSuccess: async (what) => {
      showSuccess(t(what === 'appendLine' ? 'dataItem.lineAppended' : 'dataItem.lineRemoved'))
      draft.drop()
      await client.invalidateQueries({ queryKey: [dataItems.list.path] })
      onClose()
    },
  })
  const close = async () => {
    if (await draft.mayClose()) onClose()
  }
  const button = (what: 'appendLine' | 'removeLine') => ({
    disabled: line === '',
    loading: change.isPending && change.variables === what,
    onClick: () => change.mutate(what),
  })
  return (
    <Modal
      open
      title={`${t('dataItem.lines')} · ${item.name}`}
      mask={{ closable: false }}
      onCancel={close}
      footer={
        <>
          <Button {...button('removeLine')}>{t('dataItem.removeLine')}</Button>
          <Button type="primary" {...button('appendLine')}>
            {t('dataItem.appendLine')}
          </Button>
        </>
      }
    >
      {draft.bar}
      <Input
        autoFocus
        aria-label={t('dataItem.line')}
        placeholder={t('dataItem.line')}
        value={line}
        onChange={(event) => {
          setLine(event.target.value)
          draft.keep()
        }}
      />
    </Modal>
  )
}
