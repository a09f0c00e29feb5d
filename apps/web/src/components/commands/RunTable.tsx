import { type CommandRun, commands } from '@fleetdeck/contract/commands'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { TableColumnType } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { byNumber, DeliveryTable } from '../delivery/DeliveryTable.tsx'
import { commandIcons, commandTexts } from './command-kinds.tsx'
import { RunLines } from './RunLines.tsx'
import { RunResult } from './RunResult.tsx'

const texts = {
  title: 'command.runs',
  none: 'command.noRuns',
  device: 'command.device',
  state: 'command.state',
  why: 'command.why',
  changed: 'command.changed',
} as const
const textsOfDevice = { ...texts, title: 'command.title', none: 'command.noneOfDevice' } as const

interface RunTableProps {
  /** Runs of one command, or of one device. */
  filter: { commandId: number } | { deviceId: DeviceId }
}

/** The runs of a command on each phone, or of all commands on one. */
export function RunTable({ filter }: RunTableProps) {
  const t = useText()
  const kind: TableColumnType<CommandRun> = {
    key: 'command',
    title: t('command.kind'),
    width: 150,
    render: (_, { command }) => (
      <>
        {commandIcons[command]} {t(commandTexts[command])}
      </>
    ),
  }
  const ofCommand = 'commandId' in filter
  const query = { ...filter, ...(ofCommand && byNumber) }
  return (
    <DeliveryTable<CommandRun>
      texts={ofCommand ? texts : textsOfDevice}
      queryKey={[commands.runs.path, query]}
      load={(page, signal) => call(commands.runs, { query: { ...query, ...page }, signal })}
      order={ofCommand ? undefined : kind}
      reason={(run) => <RunResult run={run} />}
      details={({ id, state }) => <RunLines runId={id} state={state} />}
    />
  )
}
