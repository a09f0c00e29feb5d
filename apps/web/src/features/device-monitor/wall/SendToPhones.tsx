import { UploadOutlined } from '@ant-design/icons'
import { commands } from '@fleetdeck/contract/commands'
import { DeviceId } from '@fleetdeck/contract/ids'
import { type ComponentProps, useState } from 'react'
import { CommandDrawer } from '../../../components/commands/CommandDrawer.tsx'
import { SendCommandDrawer } from '../../../components/commands/SendCommandDrawer.tsx'
import { useCommandsReload } from '../../../components/commands/use-commands-reload.ts'
import { useText } from '../../../ground/language.ts'
import { useMay } from '../../../ground/session-store.ts'
import { BarTool } from './BarTool.tsx'

interface SendToPhonesProps {
  phones: readonly { id: number; deviceNo: string }[]
}

function Progress(props: ComponentProps<typeof CommandDrawer>) {
  useCommandsReload()
  return <CommandDrawer {...props} />
}

/** Files, packages and commands for many phones; their progress is shown on the wall, where the group continues. */
export function SendToPhones({ phones }: SendToPhonesProps) {
  const t = useText()
  const maySend = useMay(commands.add.permission)
  const [isSending, setSending] = useState(false)
  const [sentId, setSentId] = useState<number>()
  if (!maySend) return null
  const target = {
    selection: { ids: phones.map(({ id }) => DeviceId.parse(id)) },
    count: phones.length,
    names: phones.map(({ deviceNo }) => deviceNo),
  }
  return (
    <>
      <BarTool label={t('wall.send')} icon={<UploadOutlined />} onClick={() => setSending(true)} />
      {isSending && (
        <SendCommandDrawer target={target} kind="push" onSent={setSentId} onClose={() => setSending(false)} />
      )}
      {sentId !== undefined && (
        <Progress id={sentId} onAgain={setSentId} onClose={() => setSentId(undefined)} />
      )}
    </>
  )
}
