import { tasks } from '@fleetdeck/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Alert, Modal, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'

interface SharedTasksDialogProps {
  onPick: (id: number) => void
  onClose: () => void
}

/** Tasks shared by other users, to create an own one from. */
export function SharedTasksDialog({ onPick, onClose }: SharedTasksDialogProps) {
  const t = useText()
  const [chosen, setChosen] = useState<number>()
  const [isMissing, setMissing] = useState(false)
  const { data, isPending } = useQuery({
    queryKey: [tasks.listShareTask.path],
    queryFn: ({ signal }) => call(tasks.listShareTask, { signal }),
  })
  return (
    <Modal
      open
      title={t('task.fromShared')}
      okText={t('table.choose')}
      cancelText={t('table.cancel')}
      onOk={() => (chosen === undefined ? setMissing(true) : onPick(chosen))}
      onCancel={onClose}
    >
      <Select<number>
        style={{ width: '100%' }}
        loading={isPending}
        aria-label={t('task.fromShared')}
        placeholder={t('task.chooseShared')}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={t('task.nothingShared')}
        value={chosen ?? null}
        options={data?.map(({ id, taskName, scriptName, userName }) => ({
          value: id,
          label: `${taskName} · ${scriptName} · ${userName}`,
        }))}
        onChange={setChosen}
      />
      {isMissing && chosen === undefined && (
        <Alert type="error" role="alert" title={t('task.shareRequired')} style={{ marginTop: 8 }} />
      )}
    </Modal>
  )
}
