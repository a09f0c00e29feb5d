import { ImportOutlined } from '@ant-design/icons'
import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../../ground/language.ts'
import { useMay } from '../../../ground/session-store.ts'
import { AddManyDialog } from './AddManyDialog.tsx'

/** Opens the dialog that adds devices by a list of numbers. */
export function AddManyButton() {
  const t = useText()
  const mayAdd = useMay(deviceBatches.batchAdd.permission)
  const [isOpen, setOpen] = useState(false)
  if (!mayAdd) return null
  return (
    <>
      <Button icon={<ImportOutlined />} onClick={() => setOpen(true)}>
        {t('deviceImport.open')}
      </Button>
      {isOpen && <AddManyDialog onClose={() => setOpen(false)} />}
    </>
  )
}
