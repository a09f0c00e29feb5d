import { UploadOutlined } from '@ant-design/icons'
import { commands } from '@fleetdeck/contract/commands'
import { DeviceId } from '@fleetdeck/contract/ids'
import { type ComponentProps, useState } from 'react'
import { showFailure } from '../../../api/feedback.ts'
import { CommandDrawer } from '../../../components/commands/CommandDrawer.tsx'
import { SendCommandDrawer } from '../../../components/commands/SendCommandDrawer.tsx'
import { useCommandsReload } from '../../../components/commands/use-commands-reload.ts'
import { isPackage } from '../../../components/screen/use-phone-files.ts'
import { useText } from '../../../ground/language.ts'
import { useMay } from '../../../ground/session-store.ts'
import { BarTool } from './BarTool.tsx'

type Phones = readonly { id: number; deviceNo: string }[]
type Preset = Pick<ComponentProps<typeof SendCommandDrawer>, 'kind' | 'app' | 'line' | 'dropped'>

function Progress(props: ComponentProps<typeof CommandDrawer>) {
  useCommandsReload()
  return <CommandDrawer {...props} />
}

/** The form of a command for many phones, then its progress, which is shown on the wall, where the group continues. */
export function useSendToPhones(phones: Phones) {
  const t = useText()
  const maySend = useMay(commands.add.permission)
  const [preset, setPreset] = useState<Preset>()
  const [sentId, setSentId] = useState<number>()
  const target = {
    selection: { ids: phones.map(({ id }) => DeviceId.parse(id)) },
    count: phones.length,
    names: phones.map(({ deviceNo }) => deviceNo),
  }
  const drawers = (
    <>
      {preset && (
        <SendCommandDrawer
          {...preset}
          target={target}
          onSent={setSentId}
          onClose={() => setPreset(undefined)}
        />
      )}
      {sentId !== undefined && (
        <Progress id={sentId} onAgain={setSentId} onClose={() => setSentId(undefined)} />
      )}
    </>
  )
  const drop = (files: Iterable<File>) => {
    const [dropped, another] = files
    if (another) showFailure(t('upload.singleOnly'))
    else if (dropped) setPreset({ kind: isPackage(dropped) ? 'inst' : 'push', dropped })
  }
  return { maySend, open: setPreset, drop, drawers }
}

/** Files, packages and commands for many phones. */
export function SendToPhones({ phones }: { phones: Phones }) {
  const t = useText()
  const { maySend, open, drawers } = useSendToPhones(phones)
  if (!maySend) return null
  return (
    <>
      <BarTool label={t('wall.send')} icon={<UploadOutlined />} onClick={() => open({ kind: 'push' })} />
      {drawers}
    </>
  )
}
