import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Language, languages } from '@fleetdeck/i18n/languages'
import { terminalTexts } from '@fleetdeck/i18n/terminal'
import { type Plugin, rolldown } from 'rolldown'
import { root } from '../root.ts'

/** One file that Node 18 can read, so that it can say which Node is needed. */
export async function bundleBin(name: string): Promise<string> {
  const built = await rolldown({
    input: path.join(root, `scripts/packages/bin/${name}.ts`),
    platform: 'node',
    transform: { target: 'node18' },
    plugins: [fewTexts],
    logLevel: 'warn',
  })
  const { output } = await built.generate({
    format: 'esm',
    minify: true,
    banner: '#!/usr/bin/env node',
    codeSplitting: false,
  })
  await built.close()
  return output[0].code
}

/** Only those that are named where they are used, not all of the command lines. */
const fewTexts: Plugin = {
  name: 'few-texts',
  load: (id) => {
    const language = languages.find((each) => id === path.join(root, `packages/i18n/src/${each}/terminal.ts`))
    return language && `export const terminal = ${JSON.stringify(textsIn(language))}`
  },
}

function textsIn(language: Language): object {
  const sources = globSync(['scripts/packages/bin/*.ts', 'packages/i18n/src/terminal-*.ts'], { cwd: root })
  const code = sources.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n')
  return Object.fromEntries(
    Object.entries(terminalTexts[language]).filter(([key]) => code.includes(`'${key}'`)),
  )
}
