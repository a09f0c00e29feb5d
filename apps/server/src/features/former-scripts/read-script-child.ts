import { readScriptFile, type ScriptContent } from './read-script.ts'

process.once('message', ({ contents }: { contents: ScriptContent[] }) => {
  process.send?.(contents.map(readScriptFile))
})
