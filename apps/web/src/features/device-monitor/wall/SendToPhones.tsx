import { commands } from '@fleetdeck/contract/commands'
import { DeviceId } from '@fleetdeck/contract/ids'
import { Button } from 'antd'
import { type ComponentProps, useState } from 'react'
import { CommandDrawer } from '../../../components/commands/CommandDrawer.tsx'
import { SendCommandDrawer } from '../../../components/commands/SendCommandDrawer.tsx'
import { useCommandsReload } from '../../../components/commands/use-commands-reload.ts'
import { useText } from '../../../ground/language.ts'
import { useMay } from '../../../ground/session-store.ts'

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
      <Button onClick={() => setSending(true)}>{t('wall.send')}</Button>
      {isSending && (
        <SendCommandDrawer target={target} kind="push" onSent={setSentId} onClose={() => setSending(false)} />
      )}
      {sentId !== undefined && (
        <Progress id={sentId} onAgain={setSentId} onClose={() => setSentId(undefined)} />
      )}
    </>
  )
}
