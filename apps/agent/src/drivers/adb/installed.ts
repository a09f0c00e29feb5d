import { requireSuccess } from './packages.ts'
import { type AdbShell, quoted } from './shell.ts'
import type { AdbTexts } from './texts.ts'

/** What may stand on the phone's command line as an app. */
export const isPackageName = (app: string): boolean => /^[A-Za-z]\w*(\.\w+)+$/.test(app)

export const noApp = (app: string, texts: AdbTexts) =>
  new Error(texts.noApp.replace('{0}', () => app.slice(0, 100)))

/** `pm list packages -3`: `package:name` on each line, of those that did not come with the phone. */
export async function listPackages(shell: AdbShell): Promise<string[]> {
  const output = await shell.text('pm list packages -3')
  return Array.from(output.matchAll(/^package:(\S+)/gm), ([, name = '']) => name).sort()
}

export async function uninstallPackage(shell: AdbShell, app: string, texts: AdbTexts): Promise<void> {
  if (!isPackageName(app)) throw noApp(app, texts)
  const { stdout, stderr } = await shell.run(`pm uninstall ${quoted(app)}`, { timeoutMs: 60_000 })
  requireSuccess(`${stdout}\n${stderr}`, texts.uninstallFailed)
}
