import { requireSuccess } from './packages.ts'
import { type AdbShell, quoted } from './shell.ts'
import type { AdbTexts } from './texts.ts'

/** Names that are allowed as an app on the phone's command line. */
export const isPackageName = (app: string): boolean => /^[A-Za-z]\w*(\.\w+)+$/.test(app)

export const noApp = (app: string, texts: AdbTexts) =>
  new Error(texts.noApp.replace('{0}', () => app.slice(0, 100)))

/** `pm list packages -3`: `package:name` on each line, only apps that were not preinstalled. */
export async function listPackages(shell: AdbShell): Promise<string[]> {
  const output = await shell.text('pm list packages -3')
  return Array.from(output.matchAll(/^package:(\S+)/gm), ([, name = '']) => name).sort()
}

export async function uninstallPackage(shell: AdbShell, app: string, texts: AdbTexts): Promise<void> {
  if (!isPackageName(app)) throw noApp(app, texts)
  const { stdout, stderr } = await shell.run(`pm uninstall ${quoted(app)}`, { timeoutMs: 60_000 })
  requireSuccess(`${stdout}\n${stderr}`, texts.uninstallFailed)
}
