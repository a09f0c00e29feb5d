import { type CommandKind, type CommandOrder, commands } from '@fleetdeck/contract/commands'
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
import { useUploadLimits } from '../upload/use-upload-limits.ts'

const megabyte = 1024 * 1024
/** It is installed; other files are put into the phone's storage. */
export const isPackage = ({ name }: File): boolean => /\.(apk|apks|xapk)$/i.test(name)
/** What the server is told, once the file is there. */
type MakeOrder = (progress: (percent: number) => void) => Promise<CommandOrder>

/**
 * A file in transfer to or from a phone, or an app that is uninstalled. A file for the phone is first uploaded to the
 * server; a command does the rest.
 */
export interface PhoneFile {
  key: number
  name: string
  command: Extract<CommandKind, 'inst' | 'push' | 'pull' | 'uninst'>
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
  /** Fetches a file of the phone's storage, and saves it here. */
  pull: (path: string) => void
  uninstall: (app: string) => void
  /** Largest file, MB. */
  limit: number
  /** How many commands have ended: what is on the phone may be different. */
  ended: number
  noteEnd: () => void
  /** Removes the file from the list; an upload in progress is cancelled. */
  dismiss: (file: PhoneFile) => void
}

/** Undefined if the operator may not send files to the phone, or only watches it. */
export function usePhoneFiles(deviceId: DeviceId, state: ScreenState): PhoneFiles | undefined {
  const t = useText()
  const mayCommand = useMay(commands.add.permission)
  const mayControl = useMay(controlPermission)
  const { limit } = useUploadLimits()
  const [files, setFiles] = useState<readonly PhoneFile[]>([])
  const [ended, setEnded] = useState(0)
  const lastKey = useRef(0)
  if (!mayCommand || !mayControl || state.watches) return undefined

  const change = (key: number, news: Partial<PhoneFile>) =>
    setFiles((known) => known.map((file) => (file.key === key ? { ...file, ...news } : file)))
  const whyNot = (file?: File) => {
    const { controller, youControl } = state
    if (controller !== null && !youControl) return t('command.controlledByOther', { name: controller })
    return file && file.size > limit * megabyte ? t('upload.tooLarge', { size: limit }) : undefined
  }
  const add = async (started: Omit<PhoneFile, 'key'>, why: string | undefined, order: MakeOrder) => {
    lastKey.current += 1
    const key = lastKey.current
    const file = { ...started, key, ...(why !== undefined && { reason: why }) }
    setFiles((known) => [...known, file])
    if (why !== undefined) return
    try {
      const made = await order((percent) => change(key, { percent }))
      const { id } = await call(commands.add, { body: { order: made, selection: { ids: [deviceId] } } })
      change(key, { percent: 100, commandId: id })
    } catch (error) {
      change(key, { reason: errorMessage(error) })
    }
  }
  const sendOne = (file: File) => {
    const command = isPackage(file) ? 'inst' : 'push'
    const abort = new AbortController()
    const started = { name: file.name, command, percent: 0, cancel: () => abort.abort() } as const
    return add(started, whyNot(file), async (progress) => {
      const percentOf = (loaded: number, total: number) => Math.floor((100 * loaded) / (total || 1))
      const onProgress = (loaded: number, total: number) => progress(percentOf(loaded, total))
      const { fileName } = await uploadFile(file, onProgress, abort)
      return { command, fileName }
    })
  }
  const without = { percent: 0, cancel: () => {} }
  return {
    files,
    limit,
    ended,
    noteEnd: () => setEnded((count) => count + 1),
    send: (chosen) => {
      for (const file of chosen) inBackground(sendOne(file))
    },
    pull: (path) => {
      const name = path.split('/').at(-1) ?? path
      inBackground(
        add({ ...without, name, command: 'pull' }, whyNot(), async () => ({ command: 'pull', path })),
      )
    },
    uninstall: (app) => {
      const started = { ...without, name: app, command: 'uninst' } as const
      inBackground(add(started, whyNot(), async () => ({ command: 'uninst', app })))
    },
    dismiss: ({ key, cancel }) => {
      cancel()
      setFiles((known) => known.filter((file) => file.key !== key))
    },
  }
}
