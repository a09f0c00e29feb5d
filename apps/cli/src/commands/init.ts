import { constants, copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ScriptLanguage } from '@fleetdeck/contract/script-language'
import { defineCommand } from '../command.ts'
import { readCredentials } from '../credentials.ts'
import { environment, readOrigin } from '../environment.ts'
import { ExitCode } from '../failure.ts'
import { projectFile } from '../project.ts'

const templates = path.resolve(import.meta.dirname, '../../templates')
/** Files of a new folder, and their names in the templates. */
const files = [
  ['fleetdeck.d.ts', 'fleetdeck.d.ts'],
  ['.gitignore', 'gitignore'],
] as const
const filesIn = {
  js: ['jsconfig.json', 'counter.js', 'counter.test.js'],
  ts: ['tsconfig.json', 'counter.ts', 'counter.test.ts'],
} as const

export const initCommand = defineCommand({
  name: 'init',
  text: 'makes a folder for scripts, with types for editors, an example and its test',
  words: [{ name: 'FOLDER', isOptional: true, suggests: 'files' }],
  options: {
    server: { value: 'ADDRESS', text: 'the server (default: that of the last sign-in)' },
    typescript: { text: 'the example and its test in TypeScript' },
  },
  notes: ['Existing files are not changed, except fleetdeck.d.ts, which an update renews.'],
  async run({ words: [given = '.'], values }, { output }) {
    const folder = path.resolve(given)
    const address = values.server ?? environment.url()
    const server = address ? readOrigin(address, '--server') : (await readCredentials()).current
    await mkdir(folder, { recursive: true })
    const language: ScriptLanguage = values.typescript ? 'ts' : 'js'
    const scripts = { [`counter.${language}`]: { name: 'Counter', platform: 'Example', params: [] } }
    const project = JSON.stringify({ ...(server && { server }), scripts }, undefined, 2)
    const written = await unlessExists(projectFile, () =>
      writeFile(path.join(folder, projectFile), `${project}\n`, { flag: 'wx' }),
    )
    for (const [name, template] of [...files, ...filesIn[language].map((own) => [own, own] as const)]) {
      const isRenewed = name === 'fleetdeck.d.ts'
      const copy = () =>
        copyFile(path.join(templates, template), path.join(folder, name), isRenewed ? 0 : exclusive)
      written.push(...(await unlessExists(name, copy)))
    }
    output.result({ folder, written }, () =>
      written.map((name) => `wrote ${path.join(given, name)}`).join('\n'),
    )
    return ExitCode.done
  },
})

const { COPYFILE_EXCL: exclusive } = constants

async function unlessExists(name: string, write: () => Promise<void>): Promise<string[]> {
  try {
    await write()
    return [name]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return []
    throw error
  }
}
