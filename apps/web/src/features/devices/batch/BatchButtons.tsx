import { DownOutlined } from '@ant-design/icons'
import { bookPermission } from '@fleetdeck/contract/bookings'
import { commands } from '@fleetdeck/contract/commands'
import { permissionOfAction } from '@fleetdeck/contract/device-batches'
import { wallPermission } from '@fleetdeck/contract/device-wall'
import type { Device } from '@fleetdeck/contract/devices'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { inBackground } from '../../../api/feedback.ts'
import { ReserveDrawer } from '../../../components/bookings/ReserveDrawer.tsx'
import { SendCommandDrawer } from '../../../components/commands/SendCommandDrawer.tsx'
import type { AllMatching } from '../../../crud/use-selection.ts'
import { useText } from '../../../ground/language.ts'
import { useMay } from '../../../ground/session-store.ts'
import { BatchForm, type BatchFormName } from './BatchForm.tsx'
import { toChosenDevices } from './chosen-devices.ts'
import { useBatchQuestions } from './use-batch-questions.tsx'

interface BatchButtonsProps {
  rows: readonly Device[]
  all: AllMatching | undefined
  /** Called when a batch was started. */
  onDone: () => void
}

/** Batch actions on devices that the caller may use. */
export function BatchButtons({ rows, all, onDone }: BatchButtonsProps) {
  const t = useText()
  const [form, setForm] = useState<BatchFormName | 'command' | 'reserve'>()
  const chosen = toChosenDevices(rows, all)
  const questions = useBatchQuestions(chosen, onDone)
  const mayCommand = useMay(commands.add.permission)
  const mayGroup = useMay(permissionOfAction.group)
  const maySwitch = useMay(permissionOfAction.enable)
  const mayWall = useMay(wallPermission)
  const mayReserve = useMay(bookPermission)
  const navigate = useNavigate()
  const more = useMore(questions, setForm)
  const close = () => setForm(undefined)
  return (
    <>
      {maySwitch && (
        <>
          <Button
            size="small"
            onClick={() => (chosen.count === 1 ? inBackground(questions.enable()) : setForm('enable'))}
          >
            {t('device.enable')}
          </Button>
          <Button size="small" onClick={questions.disable}>
            {t('device.disable')}
          </Button>
        </>
      )}
      {mayGroup && (
        <Button size="small" onClick={() => setForm('group')}>
          {t('device.batchGroup')}
        </Button>
      )}
      {mayCommand && (
        <Button size="small" onClick={() => setForm('command')}>
          {t('command.send')}
        </Button>
      )}
      {mayReserve && !all && (
        <Button size="small" onClick={() => setForm('reserve')}>
          {t('booking.reserve')}
        </Button>
      )}
      {mayWall && !all && (
        <Button
          size="small"
          onClick={() => navigate(`/device/wall?chosen=${rows.map(({ id }) => id).join(',')}`)}
        >
          {t('device.openOnWall')}
        </Button>
      )}
      {more.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: more }}>
          <Button size="small" icon={<DownOutlined />} iconPlacement="end">
            {t('table.more')}
          </Button>
        </Dropdown>
      )}
      {form === 'command' && <SendCommandDrawer target={chosen} onClose={close} />}
      {form === 'reserve' && <ReserveDrawer phones={rows} onClose={close} />}
      {form && form !== 'command' && form !== 'reserve' && (
        <BatchForm name={form} chosen={chosen} onStarted={onDone} onClose={close} />
      )}
    </>
  )
}

function useMore(questions: ReturnType<typeof useBatchQuestions>, open: (name: BatchFormName) => void) {
  const t = useText()
  const mayOwner = useMay(permissionOfAction.owner)
  const mayExpiry = useMay(permissionOfAction.expiry)
  const maySet = useMay(permissionOfAction.settings)
  const mayUnassign = useMay(permissionOfAction.unassign)
  const mayDelete = useMay(permissionOfAction.delete)
  return [
    maySet && { key: 'settings', label: t('device.batchSettings'), onClick: () => open('settings') },
    mayOwner && { key: 'owner', label: t('device.batchOwner'), onClick: () => open('owner') },
    mayExpiry && { key: 'expiry', label: t('device.batchExpiry'), onClick: () => open('expiry') },
    mayUnassign && {
      key: 'unassign',
      label: t('device.removeAssignment'),
      danger: true,
      onClick: questions.unassign,
    },
    mayDelete && { key: 'revoke', label: t('device.revoke'), danger: true, onClick: questions.revoke },
    mayDelete && { key: 'delete', label: t('table.delete'), danger: true, onClick: questions.remove },
  ].filter((item) => item !== false)
}
