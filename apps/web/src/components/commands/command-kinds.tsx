import {
  AppstoreAddOutlined,
  AppstoreOutlined,
  CameraOutlined,
  CodeOutlined,
  DeleteOutlined,
  DownloadOutlined,
  PlayCircleOutlined,
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
  shot: 'command.shot',
  apps: 'command.apps',
  launch: 'command.launch',
  inst: 'command.inst',
  uninst: 'command.uninst',
  push: 'command.push',
  pull: 'command.pull',
  stsc: 'command.stsc',
  shellcmd: 'command.shellcmd',
} as const satisfies Record<CommandKind, string>

export const commandHints = {
  where: 'command.where.hint',
  rebootEC: 'command.rebootEC.hint',
  rebootPhone: 'command.rebootPhone.hint',
  shot: 'command.shot.hint',
  apps: 'command.apps.hint',
  launch: 'command.launch.hint',
  inst: 'command.inst.hint',
  uninst: 'command.uninst.hint',
  push: 'command.push.hint',
  pull: 'command.pull.hint',
  stsc: 'command.stsc.hint',
  shellcmd: 'command.shellcmd.hint',
} as const satisfies Record<CommandKind, string>

export const commandIcons: Record<CommandKind, ReactNode> = {
  where: <SoundOutlined aria-hidden />,
  rebootEC: <ReloadOutlined aria-hidden />,
  rebootPhone: <PoweroffOutlined aria-hidden />,
  shot: <CameraOutlined aria-hidden />,
  apps: <AppstoreOutlined aria-hidden />,
  launch: <PlayCircleOutlined aria-hidden />,
  inst: <AppstoreAddOutlined aria-hidden />,
  uninst: <DeleteOutlined aria-hidden />,
  push: <UploadOutlined aria-hidden />,
  pull: <DownloadOutlined aria-hidden />,
  stsc: <StopOutlined aria-hidden />,
  shellcmd: <CodeOutlined aria-hidden />,
}
