import { type CommandKind, commands } from '@fleetdeck/contract/commands'
import { controlPermission } from '@fleetdeck/contract/device-socket'
import type { CommandId, DeviceId } from '@fleetdeck/contract/ids'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import type { ScreenState } from '../../realtime/screen/screen-state.ts'

/** A file in transfer to a phone: first uploaded to the server, then sent to the phone by a command. */
export interface PhoneFile {
  key: number
  name: string
  command: Extract<CommandKind, 'inst' | 'push'>
  /** Upload progress, percent. */
  percent: number
  /** Set once the server has the file. */
  commandId?: CommandId
  /** Why the upload failed. */
  reason?: string
  /** Cancels the upload. */
  cancel: () => void
}

export interface PhoneFiles {
  files: readonly PhoneFile[]
  /** Packages are installed, others are put into the phone's storage. */
  send: (files: Iterable<File>) => void
  /** Removes the file from the list; an upload in progress is cancelled. */
  dismiss: (file: PhoneFile) => void
}

/** Undefined if the operator may not send files to the phone, or only watches it. */
export function usePhoneFiles(deviceId: DeviceId, state: ScreenState): PhoneFiles | undefined {
  const t = useText()
  const mayCommand = useMay(commands.add.permission)
  const mayControl = useMay(controlPermission)
  const [files, setFiles] = useState<readonly PhoneFile[]>([])
  const lastKey = useRef(0)
  if (!mayCommand || !mayControl || state.watches) return undefined

  const change = (key: number, news: Partial<PhoneFile>) =>
    setFiles((known) => known.map((file) => (file.key === key ? { ...file, ...news } : file)))
  const sendOne = async (file: File) => {
    lastKey.current += 1
    const key = lastKey.current
    const command = /\.apk$/i.test(file.name) ? 'inst' : 'push'
    const abort = new AbortController()
    const cancel = () => abort.abort()
    const started: PhoneFile = { key, name: file.name, command, percent: 0, cancel }
    const { controller, youControl } = state
    if (controller !== null && !youControl) {
      const reason = t('command.controlledByOther', { name: controller })
      setFiles((known) => [...known, { ...started, reason }])
      return
    }
    setFiles((known) => [...known, started])
    try {
      const percentOf = (loaded: number, total: number) => Math.floor((100 * loaded) / (total || 1))
      const progress = (loaded: number, total: number) => change(key, { percent: percentOf(loaded, total) })
      const { fileName } = await uploadFile(file, progress, abort)
      const selection = { ids: [deviceId] }
      const { id } = await call(commands.add, { body: { order: { command, fileName }, selection } })
      change(key, { percent: 100, commandId: id })
    } catch (error) {
      change(key, { reason: errorMessage(error) })
    }
  }
  return {
    files,
    send: (chosen) => {
      for (const file of chosen) inBackground(sendOne(file))
    },
    dismiss: ({ key, cancel }) => {
      cancel()
      setFiles((known) => known.filter((file) => file.key !== key))
    },
  }
}
