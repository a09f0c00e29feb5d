import { readScriptFile } from './read-script.ts'

process.once('message', ({ contents }: { contents: Uint8Array[] }) => {
  process.send?.(contents.map(readScriptFile))
})
