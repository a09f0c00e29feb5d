import type { CallHandlers } from '@fleetdeck/contract/script-api/call'
import type { fileCalls } from '@fleetdeck/contract/script-api/files'
import { type CallContext, needed } from './context.ts'

/** Files of the phone's storage. */
export function fileHandlers(context: CallContext): CallHandlers<typeof fileCalls> {
  const files = () => needed(context, 'files')
  return {
    listFiles: ({ folder }) => files().list(folder),
    fileExists: ({ path }) => files().exists(path),
    readFile: ({ path }) => files().read(path),
    writeFile: ({ path, text }) => files().write(path, text),
    removeFile: ({ path }) => files().remove(path),
    scanMedia: ({ path }) => files().scanMedia(path),
  }
}
