import { spawn } from 'node:child_process'
import { environment } from './environment.ts'

const programs: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
}

/** Whether a program for it could be started; it may still find no browser. */
export function openBrowser(address: string): Promise<boolean> {
  const own = environment.browser()
  const [program = '', ...words] = own ? [own] : (programs[process.platform] ?? ['xdg-open'])
  return new Promise((resolve) => {
    const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
