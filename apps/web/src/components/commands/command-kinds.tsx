import {
  CodeOutlined,
  DownloadOutlined,
  PoweroffOutlined,
  ReloadOutlined,
  SoundOutlined,
  StopOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import type { CommandKind } from '@fleetdeck/contract/commands'
import type { ReactNode } from 'react'

export const commandTexts = {
  where: 'command.where',
  rebootEC: 'command.rebootEC',
  rebootPhone: 'command.rebootPhone',
  inst: 'command.inst',
  push: 'command.push',
  stsc: 'command.stsc',
  shellcmd: 'command.shellcmd',
} as const satisfies Record<CommandKind, string>

export const commandHints = {
  where: 'command.where.hint',
  rebootEC: 'command.rebootEC.hint',
  rebootPhone: 'command.rebootPhone.hint',
  inst: 'command.inst.hint',
  push: 'command.push.hint',
  stsc: 'command.stsc.hint',
  shellcmd: 'command.shellcmd.hint',
} as const satisfies Record<CommandKind, string>

export const commandIcons: Record<CommandKind, ReactNode> = {
  where: <SoundOutlined aria-hidden />,
  rebootEC: <ReloadOutlined aria-hidden />,
  rebootPhone: <PoweroffOutlined aria-hidden />,
  inst: <DownloadOutlined aria-hidden />,
  push: <UploadOutlined aria-hidden />,
  stsc: <StopOutlined aria-hidden />,
  shellcmd: <CodeOutlined aria-hidden />,
}
