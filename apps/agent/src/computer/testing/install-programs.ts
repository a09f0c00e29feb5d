import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Programs that the agent finds before all others until the test ends, by name: lines of the shell. */
export async function installPrograms(folder: string, programs: Record<string, string>): Promise<void> {
  const bin = join(folder, 'bin')
  await mkdir(bin, { recursive: true })
  for (const [name, lines] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${lines}\n`)
    await chmod(join(bin, name), 0o755)
  }
  const { PATH } = process.env
  process.env.PATH = `${bin}:${PATH}`
  onTestFinished(() => {
    process.env.PATH = PATH
  })
}
