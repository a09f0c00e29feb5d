import { commands } from '@fleetdeck/contract/commands'
import { type DragEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { showError, showSuccess } from '../../api/feedback.ts'
import { useMay } from '../../api/session-store.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { useText } from '../../app/language.ts'

/** Files dropped on a phone: packages are installed, others are put into its storage. The tray shows how far they are. */
export function useFileDrop(deviceId: number | undefined) {
  const t = useText()
  const mayCommand = useMay(commands.add.permission)
  const [isOver, setOver] = useState(false)
  if (!mayCommand || deviceId === undefined) return { isOver: false, handlers: {} }

  const send = async (file: File) => {
    const command = /\.apk$/i.test(file.name) ? 'inst' : 'push'
    try {
      const { fileName } = await uploadFile(file)
      const selection = { ids: [deviceId] }
      await call(commands.add, { body: { order: { command, fileName }, selection } })
      showSuccess(t(command === 'inst' ? 'screen.installing' : 'screen.pushing', { name: file.name }))
    } catch (error) {
      showError(error)
    }
  }
  return {
    /** A file hovers over the phone. */
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        for (const file of event.dataTransfer.files) void send(file)
      },
    },
  }
}
