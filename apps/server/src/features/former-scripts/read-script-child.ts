import { readScriptFile } from './read-script.ts'

process.once('message', ({ content }: { content: Uint8Array }) => {
  process.send?.(readScriptFile(content))
})
